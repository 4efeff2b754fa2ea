import type { LookupAddress, LookupAllOptions } from "node:dns";

type Found = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/** Finds all addresses of a name, like `lookup` of node:dns. */
export type Resolve = (hostname: string, options: LookupAllOptions, found: Found) => void;

/**
 * Shares one lookup of a name among all callers that ask while it runs. A lookup cannot be cancelled, so slow lookups
 * for a busy host would otherwise pile up long after their requests were abandoned.
 */
export function sharedLookup(resolve: Resolve): Resolve {
  const waiting = new Map<string, Found[]>();
  return (hostname, options, found) => {
    const others = waiting.get(hostname);
    if (others !== undefined) {
      others.push(found);
      return;
    }
    const all = [found];
    waiting.set(hostname, all);
    resolve(hostname, options, (error, addresses) => {
      waiting.delete(hostname);
      for (const one of all) one(error, addresses);
    });
  };
}
