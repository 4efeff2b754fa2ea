import type { z } from "zod";
import { noteWrite } from "../audit-events/note-write.ts";
import { beginPayment } from "../checkout-sessions/begin-payment.ts";
import { completeSession } from "../checkout-sessions/complete-session.ts";
import { checkoutSessionNotPending } from "../checkout-sessions/errors.ts";
import type { CheckoutSessionView } from "../checkout-sessions/view.ts";
import { inTransaction, type Queryable } from "../db/client.ts";
import { acceptsSettlement, findHeldInvoice, peekInvoice } from "../invoices/get-invoice.ts";
import { billTo, openInvoice } from "../invoices/open-invoice.ts";
import type { Parts } from "../parts.ts";
import { createSettlement } from "../settlements/create-settlement.ts";
import { hasLiveSettlement } from "../settlements/live-settlement.ts";
import { Refusal } from "../shared/refusal.ts";
import { everyone } from "../shared/tenant.ts";
import { keepSpendingCap, type SignedCap } from "../spending-caps/keep-spending-cap.ts";
import { identifyUser } from "../users/identify-user.ts";
import { checkPayment } from "./check-payment.ts";
import { emailRequired, invoiceClosed, payerAddressRequired, paymentRequired } from "./errors.ts";
import { getCheckoutState, getCheckoutStatus } from "./get-checkout-status.ts";
import { amountDue, requirePayee } from "./payment-terms.ts";
import type { CheckoutStatus, PayCheckout } from "./schema.ts";
import { checkCap } from "./spending-cap.ts";

type Input = z.output<typeof PayCheckout>;

/**
 * Takes on what a subscriber has signed. What is due becomes an invoice and a settlement of the same
 * engine as all others, which the reconciler takes to the chain; where nothing is due the session is `PAID`
 * at once. Sent again, in another tab or after a payment has begun, it answers how that stands.
 */
export async function payCheckout(
  parts: Parts,
  input: Input,
  requestId: string,
): Promise<z.input<typeof CheckoutStatus>> {
  const { session, isUnderWay } = await getCheckoutState(parts, input.checkoutSessionId);
  if (session.status !== "PAID" && !isUnderWay) {
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
      await noteWrite(tx, { ...write, requestId, at }, session);
    });
  }
  return getCheckoutStatus(parts, session.id);
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
  const { payerAddress, payment: signed } = input;
  const payee = requirePayee(parts, session);
  if (payerAddress === undefined) throw new Refusal(payerAddressRequired);
  if (signed === undefined) throw new Refusal(paymentRequired);
  const checked = await checkPayment(parts, payee, session, payerAddress, signed);
  const cap = await signedCap(parts, session, input);
  return async (tx, now) => {
    const here = { ...parts, db: tx };
    const invoice = await findHeldInvoice(tx, session.invoiceId, everyone);
    if (invoice === null) {
      if (!(await openCheckoutInvoice(tx, session, input, now))) return false;
    } else {
      if (await hasLiveSettlement(tx, invoice.id)) return false;
      if (!acceptsSettlement(invoice, now)) throw new Refusal(invoiceClosed(invoice.status));
      // Whoever pays now subscribes, whoever tried before.
      await billTo(tx, invoice.id, session.userId ?? (await payerOf(tx, session, input, now)));
    }
    const { created } = await createSettlement(here, checked.settlement, () => checked.collecting);
    if (created) await keepSpendingCap(tx, session.id, cap, now);
    return created;
  };
}

/** What is due now, open for as long as the session is. @returns false when somebody else has opened it */
async function openCheckoutInvoice(
  tx: Queryable,
  session: CheckoutSessionView,
  input: Input,
  now: Date,
): Promise<boolean> {
  await beginPayment(tx, session.id, now);
  if ((await peekInvoice(tx, session.invoiceId)) !== null) return false;
  const userId = session.userId ?? (await payerOf(tx, session, input, now));
  const { invoiceId: id, serviceId, ownerId, paymentPlan, expiresAt: dueAt } = session;
  const of = { id, serviceId, ownerId, paymentPlan, userId, subscriptionId: null };
  await openInvoice(tx, { ...of, dueAt, collectAt: null }, now);
  return true;
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
  return (await identifyUser(tx, { email, name, role: "PAYER" }, ownerId, now)).id;
}
