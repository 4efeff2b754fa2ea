import { assertObject, decimal, text, time, UsageHashError } from "./fields.ts";
import type { BilledInvoice } from "./invoice.ts";

/** The fields of a usage event that are hashed. The API's usage event has them. */
export interface BilledEvent {
  readonly id: string;
  readonly subscriptionId: string;
  readonly eventKey: string;
  /** A decimal string, at most six decimal places. */
  readonly quantity: string;
  /** ISO 8601 with `Z` or an offset. Digits below the millisecond are dropped. */
  readonly occurredAt: string;
  /** Not hashed, because usage can be billed without being linked to its invoice. It is missing, or this invoice. */
  readonly invoiceId?: string | null;
}

declare const canonical: unique symbol;
export type CanonicalEvent = Omit<BilledEvent, "invoiceId"> & { readonly [canonical]: true };

/**
 * @param name how the caller knows the event: `usageEvents[3]`
 * @throws UsageHashError that names the field, or says that the event is of another invoice
 */
export function canonicalEvent(
  invoice: BilledInvoice,
  event: BilledEvent,
  name: string,
): CanonicalEvent {
  assertObject(event, name);
  const { id, subscriptionId, eventKey, quantity, occurredAt, invoiceId = null } = event;
  if (invoiceId !== null && invoiceId !== invoice.id) {
    throw new UsageHashError(`${name} is of another invoice than ${invoice.id}.`);
  }
  if (invoice.subscriptionId !== null && subscriptionId !== invoice.subscriptionId) {
    throw new UsageHashError(
      `${name} is of another subscription than the invoice's, ${invoice.subscriptionId}.`,
    );
  }
  return {
    id: text(id, `${name}.id`),
    subscriptionId: text(subscriptionId, `${name}.subscriptionId`),
    eventKey: text(eventKey, `${name}.eventKey`),
    quantity: decimal(quantity, `${name}.quantity`),
    occurredAt: time(occurredAt, `${name}.occurredAt`),
  } as CanonicalEvent;
}
