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
  "settlement.submitted": "A payment was sent to the chain",
  "settlement.confirmed": "A payment was confirmed",
  "settlement.failed": "A payment failed",
  "settlement.reorged": "A payment was undone by a chain reorganization",
};

/** What happened, in words: `An invoice was paid: 12.50 USDC`. */
export function eventWords({ type, data }: Event): string {
  const said = words[type] ?? type;
  const amount = amountIn(data);
  return amount === null ? said : `${said}: ${amountText(amount)} USDC`;
}

/** The amount of the record that an event is about; null if it has none. */
function amountIn(data: object): string | null {
  for (const record of Object.values(data)) {
    const hasAmount = typeof record === "object" && record !== null && "amount" in record;
    if (hasAmount && typeof record.amount === "string") return record.amount;
  }
  return null;
}

/** The id of the invoice that an event is about; null: of none. */
export function invoiceOf({ data }: Event): string | null {
  if ("invoice" in data) return data.invoice.id;
  return "settlement" in data ? data.settlement.invoiceId : null;
}
