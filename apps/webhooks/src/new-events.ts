import type { UsanceEvent } from "@usance/sdk";
import type { ListEvents } from "./list-events.ts";

/** How much later than an event's createdAt it may be committed, and so become visible. */
const lateMs = 30_000;
const pageSize = 100;

/**
 * Reads new events: of each read, the events that no earlier read has shown, oldest first. A failed read shows
 * nothing.
 *
 * @returns a function that reads; events that exist already do not count as new
 */
export async function newEvents(list: ListEvents): Promise<() => Promise<UsanceEvent[]>> {
  /** The createdAt of each event that the next read will show again. */
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
  // If there were no events before, all events are new.
  if (from !== undefined) await read();
  return read;
}
