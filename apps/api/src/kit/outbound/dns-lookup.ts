import { promises as dns, type LookupAddress } from "node:dns";

/** Finds all addresses of a name. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/**
 * Looks up names by DNS only, any number at once. The system's own lookup has two threads for the whole process, so a
 * receiver with a slow name server would delay the lookups of the chain's node and the database.
 *
 * @param options.timeoutMs for a lookup, at each server
 * @param options.servers default: the system's name servers
 * @returns fails with the codes of the system's lookup
 */
export function dnsLookup(options: {
  readonly timeoutMs: number;
  readonly servers?: readonly string[];
}): Resolve {
  return async (hostname) => {
    // Created for each lookup, because it reads the system's name servers only when it is created, and they change.
    // Each server is asked twice, and the second time limit is twice as long as the first.
    const resolver = new dns.Resolver({ timeout: Math.ceil(options.timeoutMs / 3), tries: 2 });
    if (options.servers !== undefined) resolver.setServers(options.servers);
    const lookups = await Promise.allSettled([
      resolver.resolve4(hostname), // first, because IPv4 also works on machines without IPv6
      resolver.resolve6(hostname),
    ]);
    const addresses = lookups.flatMap((lookup, index) =>
      lookup.status === "rejected"
        ? []
        : lookup.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })),
    );
    if (addresses.length > 0) return addresses;
    const isAbsent = lookups.every(
      (one) => one.status === "fulfilled" || ["ENODATA", "ENOTFOUND"].includes(one.reason.code),
    );
    const code = isAbsent ? "ENOTFOUND" : "EAI_AGAIN";
    throw Object.assign(new Error("The name was not found."), { code });
  };
}
