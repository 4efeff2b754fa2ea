import { promises as dns, type LookupAddress } from "node:dns";
import type { Resolve } from "./shared-lookup.ts";

/** How often each server is asked. The second time-out is twice as long as the first. */
const tries = 2;

/** DNS codes for a name that does not exist or has no address. */
const noAddress = ["ENODATA", "ENOTFOUND"];

/**
 * Looks up names by DNS only, any number at once. The system's own lookup has two threads for the whole process, so a
 * receiver with a slow name server would delay the lookups of the chain's node and the database.
 *
 * @param options.timeoutMs for a lookup, at each server
 * @param options.servers default: the system's name servers
 */
export function dnsLookup(options: {
  readonly timeoutMs: number;
  readonly servers?: readonly string[];
}): Resolve {
  const timeout = Math.ceil(options.timeoutMs / 3);
  const find = async (hostname: string): Promise<LookupAddress[]> => {
    // Created for each lookup, because it reads the system's name servers only when it is created, and they change.
    const resolver = new dns.Resolver({ timeout, tries });
    if (options.servers !== undefined) resolver.setServers(options.servers);
    const [ipv4, ipv6] = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    // IPv4 first: it also works on machines without IPv6.
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

/** Converts DNS errors to the codes of the system's lookup. */
function failureOf(lookups: readonly Lookup[]): NodeJS.ErrnoException {
  const isAbsent = lookups.every(
    (lookup) => lookup.status === "fulfilled" || noAddress.includes(lookup.reason.code),
  );
  const code = isAbsent ? "ENOTFOUND" : "EAI_AGAIN";
  return Object.assign(new Error("The name was not found."), { code });
}
