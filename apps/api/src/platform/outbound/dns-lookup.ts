import { promises as dns, type LookupAddress } from "node:dns";
import type { Resolve } from "./shared-lookup.ts";

/** The first time-out is followed by one that is twice as long. */
const tries = 2;

/** What DNS says where a name is there without an address, or is not there. */
const noAddress = ["ENODATA", "ENOTFOUND"];

/**
 * Looks names up by DNS alone, all that are asked for at once. The system's own lookup has two threads for the whole process:
 * a receiver whose name server is slow would keep the names of the chain's node and of the database waiting.
 *
 * @param options.timeoutMs for a lookup, at each server
 * @param options.servers the system's unless they are given
 */
export function dnsLookup(options: {
  readonly timeoutMs: number;
  readonly servers?: readonly string[];
}): Resolve {
  const timeout = Math.ceil(options.timeoutMs / 3);
  const find = async (hostname: string): Promise<LookupAddress[]> => {
    // It reads the system's name servers when it is made, and they change.
    const resolver = new dns.Resolver({ timeout, tries });
    if (options.servers !== undefined) resolver.setServers(options.servers);
    const [ipv4, ipv6] = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    // A machine without IPv6 finds a way by the first.
    const addresses = [...addressesIn(ipv4, 4), ...addressesIn(ipv6, 6)];
    if (addresses.length === 0) throw failureOf([ipv4, ipv6]);
    return addresses;
  };
  return (hostname, _, found) => {
    find(hostname).then(
      (addresses) => found(null, addresses),
      (error) => found(error, []),
    );
  };
}

type Lookup = PromiseSettledResult<readonly string[]>;

const addressesIn = (lookup: Lookup, family: 4 | 6): LookupAddress[] =>
  lookup.status === "rejected" ? [] : lookup.value.map((address) => ({ address, family }));

/** In the codes of the system's lookup. */
function failureOf(lookups: readonly Lookup[]): NodeJS.ErrnoException {
  const isAbsent = lookups.every(
    (lookup) => lookup.status === "fulfilled" || noAddress.includes(lookup.reason.code),
  );
  const code = isAbsent ? "ENOTFOUND" : "EAI_AGAIN";
  return Object.assign(new Error("The name was not found."), { code });
}
