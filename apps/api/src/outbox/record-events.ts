import type { EventType } from "../contract/events.ts";
import type { InTransaction } from "../db/client.ts";
import { newEventId } from "../lib/ids.ts";
import { insertEvents } from "./store.ts";

/**
 * A record exactly as its GET returns it, under its name, and what else the event tells. Every such record belongs to a
 * service.
 */
type EventData = Readonly<
  Record<string, { readonly serviceId?: string; readonly [field: string]: unknown }>
>;

/**
 * Stores events and their deliveries to webhook endpoints. It runs in the transaction of the change itself, so
 * that no change is without its event and no event is without its change.
 *
 * @param data of each event: one for each record that changed
 */
export async function recordEvents(
  { tx, now }: InTransaction,
  type: EventType,
  data: readonly EventData[],
): Promise<void> {
  const events = data.map((one) => {
    const [record] = Object.values(one);
    if (record?.serviceId === undefined) throw new Error("An event must begin with a record.");
    return { id: newEventId(now), serviceId: record.serviceId, data: one };
  });
  await insertEvents(tx, type, events, now);
}

/** Stores one event and its deliveries, as `recordEvents` does. */
export function recordEvent(
  transaction: InTransaction,
  type: EventType,
  data: EventData,
): Promise<void> {
  return recordEvents(transaction, type, [data]);
}
