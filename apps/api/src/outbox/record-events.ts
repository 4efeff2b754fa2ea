import type { InTransaction } from "../db/client.ts";
import type { InAnyTransaction } from "../db/statements.ts";
import { realTime } from "../kit/clock.ts";
import { newEventId, newId } from "../kit/ids.ts";
import type { EmailKind } from "../schemas/emails.ts";
import type { EventType } from "../schemas/events.ts";
import { insertEmails, insertEvents } from "./store.ts";

/**
 * The data of an event: a record exactly as its GET returns it, under its name, and further fields. The record or the data
 * itself has a `serviceId`.
 */
type EventData = Readonly<
  Record<string, { readonly serviceId?: string; readonly [field: string]: unknown } | string>
>;

/**
 * Stores events and their deliveries to webhook endpoints. It runs in the transaction of the change itself, so
 * that no change is without its event and no event is without its change. Events and deliveries have the real time, also
 * those of services on test clocks.
 *
 * @param data of each event: one for each record that changed
 */
export async function recordEvents(
  { tx, now }: InAnyTransaction,
  type: EventType,
  data: readonly EventData[],
): Promise<void> {
  const at = realTime(now);
  for (let first = 0; first < data.length; first += atATime) {
    const events = data.slice(first, first + atATime).map((one) => ({
      id: newEventId(at),
      serviceId: serviceOf(one),
      data: one,
    }));
    await insertEvents(tx, type, events, at);
  }
}

/** How many events one statement inserts: as few as do not hold up the process while they are written as JSON. */
const atATime = 500;

function serviceOf({ serviceId, ...data }: EventData): string {
  if (typeof serviceId === "string") return serviceId;
  const [record] = Object.values(data);
  if (typeof record !== "object" || record.serviceId === undefined) {
    throw new Error("An event must begin with a record of a service.");
  }
  return record.serviceId;
}

/** Stores one event and its deliveries, as `recordEvents` does. */
export function recordEvent(
  transaction: InAnyTransaction,
  type: EventType,
  data: EventData,
): Promise<void> {
  return recordEvents(transaction, type, [data]);
}

/** An e-mail to write: to the subscriber whom an invoice bills, or an alert is about. */
export interface NewEmail {
  /** null: it is about an alert. */
  readonly invoiceId: string | null;
  /** The event of an alert that it is about; null unless it is about one. */
  readonly eventId?: string | null;
  /** The credit note of the invoice that it is about; null unless it is about one. */
  readonly creditNoteId?: string | null;
  /** The dispute of the invoice that it is about; null unless it is about one. */
  readonly disputeId?: string | null;
  /** The reason for which it is written once, such as the invoice; null: it may be written again. */
  readonly once: string | null;
}

/**
 * Writes e-mails to the outbox, in the transaction of the change that they report. One that was written before for the
 * same reason is not written again.
 *
 * @returns the ids of those that were written
 */
export async function writeEmails(
  { tx, now }: InTransaction,
  kind: EmailKind,
  emails: readonly NewEmail[],
): Promise<string[]> {
  if (emails.length === 0) return [];
  const rows = emails.map(
    ({ invoiceId, eventId = null, creditNoteId = null, disputeId = null, once }) => ({
      id: newId(),
      invoiceId,
      eventId,
      creditNoteId,
      disputeId,
      onceKey: once === null ? null : `${kind} ${once}`,
    }),
  );
  return insertEmails(tx, kind, rows, realTime(now));
}
