import type { EventType } from "../contract/events.ts";
import type { Queryable } from "../db/client.ts";
import { newEventId } from "../lib/ids.ts";
import { sendEvents } from "./send-events.ts";
import { insertEvents } from "./store.ts";

/** A noun exactly as its GET shows it, under its name. All of them belong to a service. */
type EventData = Readonly<Record<string, { readonly serviceId: string }>>;

/**
 * Notes what callers are to be told, and for which endpoints. It belongs into the transaction of the
 * change itself, so that there is never a change without its event, nor an event without its change.
 *
 * @param data of each event, one for each noun that changed
 */
export async function recordEvents(
  tx: Queryable,
  type: EventType,
  data: readonly EventData[],
  now: Date,
): Promise<void> {
  const events = data.map((one) => {
    const [noun] = Object.values(one);
    if (noun === undefined) throw new Error("An event is about a noun.");
    return { id: newEventId(now), serviceId: noun.serviceId, data: one };
  });
  await insertEvents(tx, type, events, now);
  await sendEvents(
    tx,
    events.map(({ id }) => id),
    now,
  );
}

/** The same for one noun. */
export function recordEvent(
  tx: Queryable,
  type: EventType,
  data: EventData,
  now: Date,
): Promise<void> {
  return recordEvents(tx, type, [data], now);
}
