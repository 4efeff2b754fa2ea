import type { SimulatedCall } from "../../ports/settlement-chain.ts";

/** How many settlements one transaction carries at most. */
const maxBatch = 10n;
/** What their calls may use in all: with what a batch adds, below EIP-7825's 16,777,216 for one transaction. */
const maxGasOfBatch = 14_000_000n;

/**
 * Puts what may be settled in one transaction together, in its order.
 *
 * @returns groups, each for one transaction
 */
export function inBatches<Item>(
  items: readonly Item[],
  callOf: (item: Item) => SimulatedCall,
): readonly (readonly Item[])[] {
  const batches: Item[][] = [];
  const open = new Map<string, Item[]>();
  for (const item of items) {
    const { operator, batchCollector } = callOf(item);
    const key = `${operator} ${batchCollector}`;
    const batch = batchCollector === null ? undefined : open.get(key);
    if (batch !== undefined && fits([...batch, item].map(callOf))) {
      batch.push(item);
      continue;
    }
    const next = [item];
    batches.push(next);
    open.set(key, next);
  }
  return batches;
}

/** Each of a batch gets as much gas as the one that needs the most. */
function fits(calls: readonly SimulatedCall[]): boolean {
  const count = BigInt(calls.length);
  return count <= maxBatch && calls.every(({ gas }) => gas * count <= maxGasOfBatch);
}
