import type { LookupAddress, LookupAllOptions } from "node:dns";

type Found = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/** Finds all addresses of a name, as `lookup` of node:dns does. */
export type Resolve = (hostname: string, options: LookupAllOptions, found: Found) => void;

/**
 * Looks a name up once for all who ask for it meanwhile. A lookup cannot be called off: where they are slow, those of a
 * busy host would be ever more, long after their requests were given up.
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
