import { amountText } from "@usance/ui";
import type { Event } from "../api/records.ts";

const words: Readonly<Record<string, string>> = {
  "checkout_session.paid": "A checkout was completed",
  "checkout_session.expired": "A checkout link expired",
  "checkout_session.cancelled": "A checkout was cancelled",
  "subscription.created": "A subscription began",
  "subscription.renewed": "A subscription was renewed",
  "subscription.period_ended": "A billing period ended",
  "subscription.cancelled": "A subscription was cancelled",
  "subscription.cap_revoked": "A spending cap was revoked",
  "invoice.created": "An invoice was drafted",
  "invoice.opened": "An invoice was opened",
  "invoice.paid": "An invoice was paid",
  "invoice.payment_failed": "A payment could not be collected",
  "invoice.expired": "An invoice expired",
  "invoice.voided": "An invoice was voided",
  "credit_note.created": "A credit note was created",
  "credit_note.refunded": "A credit note was refunded",
  "credit_note.refund_failed": "A refund failed",
  "credit_note.refund_reorged": "A refund was undone by a chain reorganization",
  "settlement.submitted": "A payment was sent to the chain",
  "settlement.confirmed": "A payment was confirmed",
  "settlement.failed": "A payment failed",
  "settlement.reorged": "A payment was undone by a chain reorganization",
  "balance.credited": "A balance was credited",
  "balance.depleted": "A balance is used up",
  "balance.frozen": "A balance was frozen",
  "balance.recovered": "A balance can be charged again",
  "balance.auto_top_up_paused": "Automatic top-ups of a balance reached their limit of a day",
  "balance.auto_top_up_stopped": "Automatic top-ups of a balance stopped",
  "hold.expired": "A hold expired",
  "limit.crossed": "A level of a limit was crossed",
  "alert.crossed": "A level of an alert was crossed",
  "alert.recovered": "What an alert watches has recovered",
  "test_clock.ready": "A test clock arrived",
};

/** What happened, in words: `An invoice was paid: 12.50 USDC`. */
export function eventWords({ type, data }: Event): string {
  const said = words[type] ?? type;
  const amount = amountIn(data);
  return amount === null ? said : `${said}: ${amountText(amount)} USDC`;
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
  return "settlement" in data ? data.settlement.invoiceId : null;
}
