import { z } from "zod";
import type {
  Invoice,
  Service,
  Subscription,
  UsageEvent,
  UsageEventVoid,
  User,
} from "../db/generated/client.ts";
import { formatAmount } from "../kit/money.ts";
import type { TimedRecords } from "../operation/ports/due.ts";
import { OneUsageEvent, RecordedUsageEvent } from "../schemas/usage-events.ts";
import type { ReferencedRecords } from "./references.ts";
import type { PricedCharge, Reported, ShownUsageEvent } from "./reported.ts";

/** An invoice that bills a user. Callers are shown no other. */
export type BilledInvoice = Invoice & { readonly userId: string };

/** For an invoice that is known to bill a user, as every invoice with usage events does. */
export function asBilled(invoice: Invoice): BilledInvoice {
  const { userId } = invoice;
  if (userId === null) throw new Error(`Invoice ${invoice.id} bills nobody.`);
  return { ...invoice, userId };
}

/** A usage event with the records that it references. */
export type UsageEventRow = UsageEvent & {
  readonly invoice: BilledInvoice | null;
  readonly service: Service;
  readonly subscription: Subscription;
  readonly user: User;
  /** Null unless the event was voided. */
  readonly void: UsageEventVoid | null;
};

/** The nested records of events that change because time passes. */
export function timedOf(events: readonly UsageEventRow[]): TimedRecords {
  return {
    invoices: events.flatMap(({ invoice }) => invoice ?? []),
    subscriptions: events.map(({ subscription }) => subscription),
  };
}

const Record = z.compile(RecordedUsageEvent);

/** An event that was read from the database, in JSON. */
export function storedEvent(row: UsageEventRow, charge: PricedCharge | null): ShownUsageEvent {
  const shown = charge === null ? row : { ...row, charge };
  return {
    id: row.id,
    charge,
    record: () => JSON.stringify(Record.parse(shown)),
    whole: () => JSON.stringify(OneUsageEvent.parse({ usageEvent: shown }).usageEvent),
  };
}

/** The parts of an event's JSON that are the same for all events that reference the same records. */
export interface SharedText {
  /** The ids, after the event's own. */
  readonly ids: string;
  /** The records, at the end of the event. */
  readonly records: string;
}

/** The text of events that were recorded. @throws Error without the records that the foreign keys demand */
export function sharedText({ input }: Reported, records: ReferencedRecords): SharedText {
  const { serviceId, subscriptionId, userId, invoiceId = null } = input;
  const { subscription, service, user, invoice } = records;
  const isWithInvoice = (invoiceId === null) === (invoice === undefined);
  if (subscription === undefined || service === undefined || user === undefined || !isWithInvoice) {
    throw new Error("A recorded event must have the records that it references.");
  }
  const texts = [
    `"invoice":${invoice?.row.text ?? "null"}`,
    `"service":${service.row.text}`,
    `"subscription":${subscription.row.text}`,
    `"user":${user.row.text}`,
  ];
  const ids = JSON.stringify({ serviceId, subscriptionId, userId, invoiceId }).slice(1, -1);
  return { ids, records: texts.join() };
}

/**
 * An event that has just been recorded, in JSON: exactly what the schemas `UsageEvent` and `RecordedUsageEvent` make of
 * its row (usage-event-json.test.ts).
 *
 * @param recorded when it was recorded, and what the rate card has charged
 */
export function recordedEvent(
  id: string,
  { input }: Reported,
  shared: SharedText,
  { now, charge }: { readonly now: string; readonly charge: PricedCharge | null },
): ShownUsageEvent {
  const { eventKey, subject, quantity, occurredAt } = input;
  const time = occurredAt === undefined ? now : occurredAt.toISOString();
  const fields = () =>
    `{"id":"${id}",${shared.ids},"eventKey":${JSON.stringify(eventKey)},${subject === undefined ? "" : `"subject":${JSON.stringify(subject)},`}"quantity":"${formatAmount(quantity)}","occurredAt":"${time}","createdAt":"${now}"${charge === null ? "" : `,"charge":${JSON.stringify(charge)}`}`;
  return {
    id,
    charge,
    record: () => `${fields()}}`,
    whole: () => `${fields()},${shared.records},"void":null}`,
  };
}
