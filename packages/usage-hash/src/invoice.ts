import { assertObject, decimal, text } from "./fields.ts";

/** The fields of an invoice that are hashed. The API's invoice has them. */
export interface BilledInvoice {
  readonly id: string;
  /** null: its events may be of any subscription. */
  readonly subscriptionId: string | null;
  /** A decimal string in the currency, at most six decimal places. */
  readonly amount: string;
  readonly currency: string;
}

declare const canonical: unique symbol;
export type CanonicalInvoice = BilledInvoice & { readonly [canonical]: true };

/** @throws UsageHashError that names the field */
export function canonicalInvoice(invoice: BilledInvoice): CanonicalInvoice {
  assertObject(invoice, "invoice");
  const { id, subscriptionId, amount, currency } = invoice;
  return {
    id: text(id, "invoice.id"),
    subscriptionId: subscriptionId === null ? null : text(subscriptionId, "invoice.subscriptionId"),
    amount: decimal(amount, "invoice.amount"),
    currency: text(currency, "invoice.currency"),
  } as CanonicalInvoice;
}
