import type { z } from "zod";
import { acceptsSettlement, findHeldInvoice } from "../../billing/invoices/invoice-records.ts";
import { openInvoice } from "../../billing/invoices/open-invoice.ts";
import { displaceAttempt, takeOnAttempt } from "../../billing/settlements/attempts.ts";
import { findUnderWay, isUnsent } from "../../billing/settlements/live-settlements.ts";
import { keepSpendingCap } from "../../billing/spending-caps/keep-spending-cap.ts";
import type { PayCheckout } from "../../contract/checkout.ts";
import {
  anotherPaymentUnderWay,
  invoiceClosed,
  payerAddressRequired,
  paymentRequired,
} from "../../contract/checkout-refusals.ts";
import type { InTransaction } from "../../db/client.ts";
import type { Invoice, Settlement } from "../../db/generated/client.ts";
import { Refusal } from "../../lib/refusal.ts";
import { everyone } from "../../lib/tenant.ts";
import type { Parts } from "../../ports/parts.ts";
import { holdForPayment } from "../checkout-sessions/hold-for-payment.ts";
import type { CheckoutSessionView } from "../checkout-sessions/view.ts";
import { admitAttempt } from "./admit-attempt.ts";
import { holdTurn } from "./locks.ts";
import { requirePayee } from "./payment-terms.ts";
import { proveAttempt } from "./prove-attempt.ts";
import { checkCap } from "./spending-cap.ts";

export type PayInput = z.output<typeof PayCheckout>;

/** Starts what was proven, in one transaction. @returns false when somebody else was quicker */
export type Start = (at: InTransaction) => Promise<boolean>;

/** What starting a payment works with: the chain, the limits of the payer, and what gives up another payment. */
type PaymentParts = Pick<
  Parts,
  "chain" | "collector" | "executor" | "failureGas" | "settlementMaxGas" | "log" | "tally"
>;

/** Checks a signed payment before any transaction, since that asks the chain. @returns what starts the payment */
export async function provePayment(
  parts: PaymentParts,
  session: CheckoutSessionView,
  input: PayInput,
): Promise<Start> {
  const { payerAddress, payment: signed, user } = input;
  const payee = requirePayee(parts, session);
  if (payerAddress === undefined) throw new Refusal(payerAddressRequired);
  if (signed === undefined) throw new Refusal(paymentRequired);
  const { wallet, ...proven } = await proveAttempt(parts, payee, session, payerAddress, signed);
  const cap = await checkCap(parts, session, input);
  const payer =
    session.userId !== null || user?.email === undefined
      ? null
      : { email: user.email, name: user.name };
  return async ({ tx, now }) => {
    await holdTurn(tx, "session", session.id);
    const { collector, failureGas, settlementMaxGas, log, tally } = parts;
    const gasAtRisk = await admitAttempt(
      { tx, now, collector, failureGas, settlementMaxGas },
      { ...session, ...proven, wallet },
    );
    const invoice =
      (await findHeldInvoice({ tx, tenant: everyone }, session.invoiceId)) ??
      (await openCheckoutInvoice({ tx, now }, session));
    if (!acceptsSettlement(invoice, now)) throw new Refusal(invoiceClosed(invoice.status));
    const underWay = await findUnderWay({ db: tx }, invoice.id);
    if (underWay !== null) {
      if (isOwnPayment(underWay, input)) return false;
      const why = "Another wallet's payment took its place before it was sent.";
      await displaceAttempt({ tx, now, log, tally }, underWay, why);
    }
    await takeOnAttempt({ tx, now }, invoice, { ...proven, payer }, gasAtRisk);
    await keepSpendingCap({ tx, now }, session.id, cap);
    return true;
  };
}

/**
 * Whether the payment that is under way is the wallet's own. Another wallet's payment can be replaced until it is sent.
 *
 * @throws Refusal anotherPaymentUnderWay when another wallet's payment was sent
 */
export function isOwnPayment(
  underWay: Settlement | null,
  { payerAddress }: Pick<PayInput, "payerAddress">,
): boolean {
  if (underWay === null) return false;
  if (underWay.payerAddress.toLowerCase() === payerAddress?.toLowerCase()) return true;
  if (!isUnsent(underWay)) throw new Refusal(anotherPaymentUnderWay);
  return false;
}

/** Opens the invoice of the amount due, for as long as the session is open. It bills nobody until it is paid. */
async function openCheckoutInvoice(
  { tx, now }: InTransaction,
  session: CheckoutSessionView,
): Promise<Invoice> {
  await holdForPayment({ tx, now }, session.id);
  const { invoiceId: id, serviceId, ownerId, paymentPlan, expiresAt: dueAt } = session;
  const of = { id, serviceId, ownerId, paymentPlan, userId: null, subscriptionId: null };
  await openInvoice({ tx, now }, { ...of, dueAt, collectAt: null });
  const invoice = await findHeldInvoice({ tx, tenant: everyone }, id);
  if (invoice === null) throw new Error(`Invoice ${id} must exist after its insert.`);
  return invoice;
}
