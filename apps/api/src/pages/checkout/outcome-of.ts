import type { z } from "zod";
import { peekInvoice } from "../../invoices/invoice-records.ts";
import { shownInvoice } from "../../invoices/shown-invoice.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import type { OneCheckout } from "../../schemas/checkout.ts";
import { signedLimitOf } from "../../settlements/spending-caps/signed-cap.ts";
import type { CheckoutSessionView } from "../checkout-sessions/view.ts";

type CheckoutOutcome = z.input<typeof OneCheckout>["checkout"]["outcome"];

/** The result of a paid checkout, for its subscriber; null until it is `PAID`. */
export async function outcomeOf(
  parts: Pick<Parts, "db" | "checkoutUrl">,
  { status, invoiceId, subscriptions: [subscription] }: CheckoutSessionView,
): Promise<CheckoutOutcome> {
  if (status !== "PAID" || subscription === undefined) return null;
  const { id, status: standing, cancelAt, currentPeriodEnd } = subscription;
  const invoice = invoiceId === null ? null : await peekInvoice(parts, invoiceId);
  return {
    spendingCap: await signedLimitOf(parts, id),
    nextInvoiceAt: standing === "ACTIVE" && cancelAt === null ? currentPeriodEnd : null,
    receiptUrl: invoice && shownInvoice(parts, invoice).url,
  };
}
