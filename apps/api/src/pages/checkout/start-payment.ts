import type { z } from "zod";
import type { InTransaction } from "../../db/client.ts";
import type { Invoice } from "../../db/generated/client.ts";
import { findHeldInvoice } from "../../invoices/invoice-records.ts";
import { openInvoice } from "../../invoices/open-invoice.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { Amount } from "../../kit/money.ts";
import { everyone } from "../../kit/tenant.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import type { PayCheckout } from "../../schemas/checkout.ts";
import { keepSpendingCap } from "../../settlements/spending-caps/keep-spending-cap.ts";
import {
  type CheckoutSessionView,
  holdForPayment,
} from "../checkout-sessions/load-checkout-session.ts";
import { type Payable, requirePayee } from "../payments/payment-terms.ts";
import { type PaymentParts, provePayment, type Start } from "../payments/prove-payment.ts";
import { checkSignedCap } from "./signed-cap.ts";

/** The amount to pay at checkout, in USDC: the plan's amount, or zero if that is the price of a unit used later. */
export function amountDue({ pricingType, amount }: CheckoutSessionView["paymentPlan"]): Amount {
  return new Amount(pricingType === "USAGE_BASED" ? 0 : amount.toFixed());
}

/** What the payer of a session signs for. */
export function payableOf({
  invoiceId,
  serviceId,
  referenceHash,
  paymentPlan,
}: CheckoutSessionView): Payable {
  return {
    invoiceId,
    serviceId,
    referenceHash: referenceHash as Hex,
    amount: amountDue(paymentPlan),
  };
}

export type PayInput = z.output<typeof PayCheckout>;

/** Checks what a payer signed for a session. @returns what starts the payment */
export async function proveCheckoutPayment(
  parts: PaymentParts & Pick<Parts, "checkoutUrl">,
  session: CheckoutSessionView,
  input: PayInput,
): Promise<Start> {
  const { payerAddress, payment, user } = input;
  const payee = requirePayee(parts, session.service);
  const payer =
    session.userId !== null || user?.email === undefined
      ? null
      : { email: user.email, name: user.name };
  const signed = { payerAddress, payment, payer };
  const start = await provePayment(parts, payee, payableOf(session), signed, (at) =>
    holdCheckoutInvoice({ ...at, checkoutUrl: parts.checkoutUrl }, session),
  );
  const cap = await checkSignedCap(parts, session, input);
  return async ({ tx, now }) => {
    const isStarted = await start({ tx, now });
    if (isStarted) await keepSpendingCap({ tx, now }, session.id, cap);
    return isStarted;
  };
}

async function holdCheckoutInvoice(
  at: InTransaction & Pick<Parts, "checkoutUrl">,
  session: CheckoutSessionView,
): Promise<Invoice> {
  const invoice = await findHeldInvoice({ tx: at.tx, tenant: everyone }, session.invoiceId);
  return invoice ?? openCheckoutInvoice(at, session);
}

/** Opens the invoice of the amount due, for as long as the session is open. It bills nobody until it is paid. */
async function openCheckoutInvoice(
  { tx, now, checkoutUrl }: InTransaction & Pick<Parts, "checkoutUrl">,
  session: CheckoutSessionView,
): Promise<Invoice> {
  await holdForPayment({ tx, now }, session.id);
  const { invoiceId: id, serviceId, ownerId, paymentPlan, expiresAt: dueAt } = session;
  const of = { id, serviceId, ownerId, paymentPlan, userId: null, subscriptionId: null };
  // It bills nobody yet, so there is nobody to write to.
  await openInvoice({ tx, now, checkoutUrl, emails: null }, { ...of, dueAt, collectAt: null });
  const invoice = await findHeldInvoice({ tx, tenant: everyone }, id);
  if (invoice === null) throw new Error(`Invoice ${id} must exist after its insert.`);
  return invoice;
}
