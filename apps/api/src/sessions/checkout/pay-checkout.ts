import type { z } from "zod";
import { noteWrite } from "../../access/audit/note-write.ts";
import { identifyUser } from "../../access/users/identify-user.ts";
import { acceptsSettlement, findHeldInvoice } from "../../billing/invoices/get-invoice.ts";
import { openInvoice } from "../../billing/invoices/open-invoice.ts";
import {
  displaceAttempt,
  findUnderWay,
  isUnsent,
  takeOnAttempt,
} from "../../billing/settlements/take-on-attempt.ts";
import { keepSpendingCap, type SignedCap } from "../../billing/spending-caps/keep-spending-cap.ts";
import type { CheckoutStatus, PayCheckout } from "../../contract/checkout.ts";
import {
  anotherPaymentUnderWay,
  emailRequired,
  invoiceClosed,
  payerAddressRequired,
  paymentRequired,
} from "../../contract/checkout.ts";
import { checkoutSessionNotPending } from "../../contract/checkout-sessions.ts";
import { inTransaction, type Queryable } from "../../db/client.ts";
import type { Invoice, Settlement } from "../../db/generated/client.ts";
import { Refusal } from "../../lib/refusal.ts";
import { everyone } from "../../lib/tenant.ts";
import type { Parts } from "../../ports/parts.ts";
import { beginPayment } from "../checkout-sessions/begin-payment.ts";
import { completeSession } from "../checkout-sessions/complete-session.ts";
import type { CheckoutSessionView } from "../checkout-sessions/view.ts";
import { admitAttempt } from "./admit-attempt.ts";
import { getCheckoutState, getCheckoutStatus } from "./get-checkout-status.ts";
import { holdTurn } from "./locks.ts";
import { amountDue, requirePayee } from "./payment-terms.ts";
import { proveAttempt } from "./prove-attempt.ts";
import { checkCap } from "./spending-cap.ts";

type Input = z.output<typeof PayCheckout>;

/**
 * Takes on what a subscriber has signed. What is due becomes an invoice and a settlement of the same
 * engine as all others, which the reconciler takes to the chain; where nothing is due the session is `PAID`
 * at once. Sent again by the same wallet, in another tab or after a payment has begun, it answers how that
 * stands.
 */
export async function payCheckout(
  parts: Parts,
  input: Input,
  requestId: string,
): Promise<z.input<typeof CheckoutStatus>> {
  const state = await getCheckoutState(parts, input.checkoutSessionId);
  const { session } = state;
  if (session.status !== "PAID" && !isJoined(state, input)) {
    if (session.status !== "PENDING") throw new Refusal(checkoutSessionNotPending);
    if (session.userId === null && input.user?.email === undefined) {
      throw new Refusal(emailRequired);
    }
    const take = amountDue(session.paymentPlan).isZero()
      ? await subscription(parts, session, input)
      : await payment(parts, session, input);
    const at = parts.clock.now();
    await inTransaction(parts.db, async (tx) => {
      if (!(await take(tx, at))) return;
      const write = { apiKeyId: "checkout", tenant: everyone, operation: "checkout.pay" };
      await noteWrite({ tx, now: at }, { ...write, requestId }, session);
    });
  }
  return getCheckoutStatus(parts, session.id);
}

/** Whether the wallet's own payment is under way. That of another one that is in a transaction is waited for. */
function isJoined(
  { underWay }: { readonly underWay: Settlement | null },
  { payerAddress }: Input,
): boolean {
  if (underWay === null) return false;
  if (underWay.payerAddress.toLowerCase() === payerAddress?.toLowerCase()) return true;
  if (!isUnsent(underWay)) throw new Refusal(anotherPaymentUnderWay);
  return false;
}

/** @returns false when somebody else was quicker */
type Take = (tx: Queryable, now: Date) => Promise<boolean>;

/** Where nothing is due now. */
async function subscription(
  parts: Parts,
  session: CheckoutSessionView,
  input: Input,
): Promise<Take> {
  const cap = await signedCap(parts, session, input);
  return async (tx, now) => {
    const payer = () => payerOf(tx, session, input, now);
    const how = { trigger: "complete", transactionHash: null, payer } as const;
    if (!(await completeSession(parts, tx, session, how, now))) return false;
    await keepSpendingCap(tx, session.id, cap, now);
    return true;
  };
}

async function payment(parts: Parts, session: CheckoutSessionView, input: Input): Promise<Take> {
  const { payerAddress, payment: signed, user } = input;
  const payee = requirePayee(parts, session);
  if (payerAddress === undefined) throw new Refusal(payerAddressRequired);
  if (signed === undefined) throw new Refusal(paymentRequired);
  const { wallet, ...proven } = await proveAttempt(parts, payee, session, payerAddress, signed);
  const cap = await signedCap(parts, session, input);
  const payer =
    session.userId !== null || user?.email === undefined
      ? null
      : { email: user.email, name: user.name };
  return async (tx, now) => {
    await holdTurn(tx, "session", session.id);
    const attempt = { ...session, ...proven, payer, wallet };
    const gasAtRisk = await admitAttempt(parts, tx, attempt, now);
    const invoice =
      (await findHeldInvoice(tx, session.invoiceId, everyone)) ??
      (await openCheckoutInvoice(tx, session, now));
    if (!acceptsSettlement(invoice, now)) throw new Refusal(invoiceClosed(invoice.status));
    const underWay = await findUnderWay(tx, invoice.id);
    if (underWay !== null) {
      if (isJoined({ underWay }, input)) return false;
      const why = "Another wallet's payment took its place before it was sent.";
      await displaceAttempt(parts, tx, underWay, why);
    }
    await takeOnAttempt(tx, invoice, { ...proven, payer }, gasAtRisk, now);
    await keepSpendingCap(tx, session.id, cap, now);
    return true;
  };
}

/** What is due now, open for as long as the session is. It bills nobody until it is paid. */
async function openCheckoutInvoice(
  tx: Queryable,
  session: CheckoutSessionView,
  now: Date,
): Promise<Invoice> {
  await beginPayment(tx, session.id, now);
  const { invoiceId: id, serviceId, ownerId, paymentPlan, expiresAt: dueAt } = session;
  const of = { id, serviceId, ownerId, paymentPlan, userId: null, subscriptionId: null };
  await openInvoice(tx, { ...of, dueAt, collectAt: null }, now);
  const invoice = await findHeldInvoice(tx, id, everyone);
  if (invoice === null) throw new Error(`Invoice ${id} is there once it was inserted.`);
  return invoice;
}

async function signedCap(
  parts: Parts,
  session: CheckoutSessionView,
  { payerAddress, cap }: Input,
): Promise<SignedCap | null> {
  if (cap === undefined) return null;
  if (payerAddress === undefined) throw new Refusal(payerAddressRequired);
  return checkCap(parts, requirePayee(parts, session), session, payerAddress, cap);
}

/** Whoever subscribes is the seller's, and made as if the seller had. */
async function payerOf(
  tx: Queryable,
  { ownerId }: CheckoutSessionView,
  { user }: Input,
  now: Date,
): Promise<string> {
  if (user?.email === undefined) throw new Refusal(emailRequired);
  const { email, name } = user;
  return (await identifyUser({ tx, tenant: ownerId, now }, { email, name, role: "PAYER" })).id;
}
