import { amountText } from "@usance/ui";
import type { Event } from "../api/records.ts";

/** Every type of event, in words. */
export const eventNames: Readonly<Record<Event["type"], string>> = {
  "checkout_session.paid": "Checkout completed",
  "checkout_session.expired": "Checkout link expired",
  "checkout_session.cancelled": "Checkout cancelled",
  "subscription.created": "Subscription started",
  "subscription.renewed": "Subscription renewed",
  "subscription.period_ended": "Billing period ended",
  "subscription.cancelled": "Subscription cancelled",
  "subscription.cap_revoked": "Spending limit revoked",
  "invoice.created": "Draft invoice",
  "invoice.opened": "Invoice opened",
  "invoice.paid": "Invoice paid",
  "invoice.payment_failed": "Payment failed",
  "invoice.expired": "Invoice expired",
  "invoice.voided": "Invoice voided",
  "credit_note.created": "Credit note created",
  "credit_note.refunded": "Credit note refunded",
  "credit_note.refund_failed": "Refund failed",
  "credit_note.refund_reorged": "Refund undone by a chain reorganization",
  "dispute.created": "Usage disputed",
  "dispute.accepted": "Dispute accepted",
  "dispute.declined": "Dispute declined",
  "settlement.submitted": "Payment sent to the chain",
  "settlement.confirmed": "Payment confirmed",
  "settlement.failed": "Payment failed",
  "settlement.reorged": "Payment undone by a chain reorganization",
  "balance.credited": "Balance credited",
  "balance.depleted": "Balance used up",
  "balance.frozen": "Balance frozen",
  "balance.recovered": "Balance can be charged again",
  "balance.auto_top_up_paused": "Automatic top-ups reached their limit of a day",
  "balance.auto_top_up_stopped": "Automatic top-ups stopped",
  "hold.expired": "Hold expired",
  "limit.crossed": "Usage limit level crossed",
  "alert.crossed": "Alert level crossed",
  "alert.recovered": "Alert recovered",
  "test_clock.ready": "Test clock arrived",
};

/** What happened, to whom, and why: `Invoice paid · pat@example.com · 12.50 USDC`. */
export function eventWords({ type, data }: Event): string {
  const { collection }: { readonly collection?: { readonly failure?: string } } = data as object;
  const amount = amountIn(data);
  return [
    eventNames[type],
    nameIn(data),
    amount === null ? undefined : `${amountText(amount)} USDC`,
    collection?.failure,
  ]
    .filter((part) => part !== undefined)
    .join(" · ");
}

/** Whom the record of an event is about, or what it is called; undefined if nothing says so. */
function nameIn(data: object): string | undefined {
  for (const record of Object.values(data)) {
    const { user, payer, name } = Object(record);
    const found: unknown = Object(user ?? payer).email ?? name;
    if (typeof found === "string") return found;
  }
  return undefined;
}

/** The amount of the record that an event is about: of an invoice, what is due or was paid; null if it has none. */
function amountIn(data: object): string | null {
  for (const record of Object.values(data)) {
    const { amount, amountDue = amount } = Object(record);
    if (typeof amountDue === "string") return amountDue;
  }
  return null;
}

/** The id of the invoice that an event is about; null: of none. */
export function invoiceOf({ data }: Event): string | null {
  if ("invoice" in data) return data.invoice.id;
  if ("creditNote" in data) return data.creditNote.invoiceId;
  if ("dispute" in data) return data.dispute.invoiceId;
  return "settlement" in data ? data.settlement.invoiceId : null;
}
