import type { UsanceEvent } from "@usance/sdk";
import type { ListEvents } from "./list-events.ts";

/** How much later than an event's createdAt it may be committed, and so come to be seen. */
const lateMs = 30_000;
const pageSize = 100;

/**
 * Tells what has happened since: of each read, the events that no read before it has shown, oldest
 * first. A read that fails has shown nothing.
 *
 * @returns reads; what there is already counts as shown
 */
export async function newEvents(list: ListEvents): Promise<() => Promise<UsanceEvent[]>> {
  /** Of each event that the next read shows again, when it was created. */
  const seen = new Map<string, number>();
  let from: number | undefined;

  const beginBefore = ([newest]: readonly UsanceEvent[]) => {
    if (newest !== undefined) from = Date.parse(newest.createdAt) - lateMs;
  };
  const read = async () => {
    const begin = from === undefined ? {} : { from: new Date(from).toISOString() };
    const events = await Array.fromAsync(list({ limit: pageSize, ...begin }));
    const fresh = events.filter(({ id }) => !seen.has(id));
    for (const { id, createdAt } of fresh) seen.set(id, Date.parse(createdAt));
    beginBefore(events);
    for (const [id, createdAt] of seen) {
      if (from !== undefined && createdAt < from) seen.delete(id);
    }
    return fresh.reverse();
  };

  for await (const newest of list({ limit: 1 })) {
    beginBefore([newest]);
    break;
  }
  // With none there yet, all that comes is new.
  if (from !== undefined) await read();
  return read;
}
