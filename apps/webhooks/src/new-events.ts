import type { ListEvents, UsanceEvent } from "./list-events.ts";

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
    const events = await listAll(list, from);
    const fresh = events.filter(({ id }) => !seen.has(id));
    for (const { id, createdAt } of fresh) seen.set(id, Date.parse(createdAt));
    beginBefore(events);
    for (const [id, createdAt] of seen) {
      if (from !== undefined && createdAt < from) seen.delete(id);
    }
    return fresh.reverse();
  };

  beginBefore((await list({ limit: 1 })).events);
  // With none there yet, all that comes is new.
  if (from !== undefined) await read();
  return read;
}

/** All of a period, newest first. @param from undefined: since ever */
async function listAll(list: ListEvents, from: number | undefined): Promise<UsanceEvent[]> {
  const begin = from === undefined ? {} : { from: new Date(from).toISOString() };
  const events: UsanceEvent[] = [];
  let cursor: string | null = null;
  do {
    const page = await list({ limit: pageSize, ...begin, ...(cursor !== null && { cursor }) });
    events.push(...page.events);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return events;
}
