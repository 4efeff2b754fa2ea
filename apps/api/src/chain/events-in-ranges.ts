import type { PublicClient } from "viem";

/** How many blocks are searched for events at a time: providers refuse longer ranges. */
export const maxRange = 2_000n;

/** Reads the events of all blocks from one on. @param ask reads those of a range */
export async function eventsInRanges<Event>(
  client: PublicClient,
  from: bigint,
  ask: (range: { readonly fromBlock: bigint; readonly toBlock: bigint }) => Promise<Event[]>,
): Promise<Event[]> {
  const newest = await client.getBlockNumber();
  const events: Event[] = [];
  for (let fromBlock = from; fromBlock <= newest; fromBlock += maxRange) {
    const last = fromBlock + maxRange - 1n;
    events.push(...(await ask({ fromBlock, toBlock: last < newest ? last : newest })));
  }
  return events;
}
