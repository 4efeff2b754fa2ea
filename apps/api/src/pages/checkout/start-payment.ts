import type { z } from "zod";
import type { InTransaction } from "../../db/client.ts";
import type { Invoice } from "../../db/generated/client.ts";
import { billOf } from "../../invoices/bills/bill-document.ts";
import { findHeldInvoice } from "../../invoices/invoice-records.ts";
import { openInvoice } from "../../invoices/open-invoice.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { Amount, toTokenUnits } from "../../kit/money.ts";
import { Refusal } from "../../kit/refusal.ts";
import { everyone } from "../../kit/tenant.ts";
import { identifyVisitor } from "../../operation/access/users/identify-user.ts";
import type { Links, Parts } from "../../operation/ports/parts.ts";
import type { PayCheckout } from "../../schemas/checkout.ts";
import { emailRequired, payerAddressRequired } from "../../schemas/payment-refusals.ts";
import {
  keepSpendingCap,
  type SignedCap,
} from "../../settlements/spending-caps/keep-spending-cap.ts";
import { findCapOfAttempt } from "../../settlements/spending-caps/store.ts";
import { completeSession } from "../checkout-sessions/end-session.ts";
import {
  type CheckoutSessionView,
  holdForPayment,
} from "../checkout-sessions/load-checkout-session.ts";
import { type Payable, requirePayee } from "../payments/payment-terms.ts";
import { provePayment, type Start } from "../payments/prove-payment.ts";
import { checkCap } from "../payments/spending-cap.ts";

/** The amount to pay at checkout, in USDC: the plan's amount, or zero if that is the price of a unit used later. */
export function amountDue({ pricingType, amount }: CheckoutSessionView["paymentPlan"]): Amount {
  return new Amount(pricingType === "USAGE_BASED" ? 0 : amount.toFixed());
}

/** What the payer of a session signs for: the bill of the invoice that its payment creates. */
export function payableOf({ invoiceId, serviceId, paymentPlan }: CheckoutSessionView): Payable {
  const amount = amountDue(paymentPlan);
  const { currency } = paymentPlan;
  const invoice = { id: invoiceId, serviceId, subscriptionId: null, amount, currency };
  return { invoiceId, serviceId, referenceHash: billOf(invoice).billHash, amount };
}

export type PayInput = Omit<z.output<typeof PayCheckout>, "terms"> & {
  /** The hashes of the rate cards that the page shows. */
  readonly rateCards: readonly Hex[];
};

/** Checks what a payer signed for a session. @returns what starts the payment */
export async function proveCheckoutPayment(
  parts: Parts,
  session: CheckoutSessionView,
  input: PayInput,
): Promise<Start> {
  const { payerAddress, payment, user } = input;
  const payee = requirePayee(parts, session.service);
  const payer =
    session.userId !== null || user?.email === undefined
      ? null
      : { email: user.email, name: user.name };
  // Without a payment of its own, what is due now is the cap's first collection.
  const cap = await checkSignedCap(parts, session, input);
  const signed = payment === undefined ? cap && { cap } : { payment };
  const given = { payerAddress, signed, payer };
  const start = await provePayment(parts, payee, payableOf(session), given, (at) =>
    holdCheckoutInvoice({ ...at, checkoutUrl: parts.checkoutUrl }, session),
  );
  return async ({ tx, now }) => {
    const isStarted = await start({ tx, now });
    if (isStarted) await keepSpendingCap({ tx, now }, session.id, cap);
    return isStarted;
  };
}

async function holdCheckoutInvoice(
  at: InTransaction & Links,
  session: CheckoutSessionView,
): Promise<Invoice> {
  const invoice = await findHeldInvoice({ tx: at.tx, tenant: everyone }, session.invoiceId);
  return invoice ?? openCheckoutInvoice(at, session);
}

/** Opens the invoice of the amount due, for as long as the session is open. It bills nobody until it is paid. */
async function openCheckoutInvoice(
  { tx, now, checkoutUrl }: InTransaction & Links,
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

/**
 * Checks the spending cap that a subscriber signed at checkout.
 *
 * @returns the cap, to be stored in the transaction that starts the payment; null when none was signed
 */
async function checkSignedCap(
  parts: Pick<Parts, "db" | "chain" | "collector">,
  { id, service, subscriptionId }: CheckoutSessionView,
  { payerAddress, cap, rateCards }: PayInput,
): Promise<SignedCap | null> {
  if (cap === undefined) return null;
  if (payerAddress === undefined) throw new Refusal(payerAddressRequired);
  const payee = requirePayee(parts, service);
  // The cap of an earlier attempt is replaced, and was never collected under.
  const before = await findCapOfAttempt(parts.db, id, payerAddress.toLowerCase());
  const replaced = before && { start: 0n, left: toTokenUnits(before.total) };
  return checkCap(parts, payee, subscriptionId, { payerAddress, cap, rateCards, replaced });
}

/** Checks what the subscriber signed for a plan that costs nothing now. @returns what makes the session `PAID` */
export async function proveSubscription(
  { db, chain, collector, checkoutUrl }: Parts,
  session: CheckoutSessionView,
  input: PayInput,
): Promise<Start> {
  const cap = await checkSignedCap({ db, chain, collector }, session, input);
  return async ({ tx, now }) => {
    const isCompleted = await completeSession({ tx, now, checkoutUrl }, session, {
      trigger: "complete",
      transactionHash: null,
      payer: () => identifyPayer({ tx, now }, session, input, cap),
    });
    if (isCompleted) await keepSpendingCap({ tx, now }, session.id, cap);
    return isCompleted;
  };
}

/** The subscriber becomes a user of the seller. Only the signature of a cap shows that the wallet is the subscriber's. */
function identifyPayer(
  at: InTransaction,
  { ownerId }: CheckoutSessionView,
  { user }: PayInput,
  cap: SignedCap | null,
): Promise<string> {
  if (user?.email === undefined) throw new Refusal(emailRequired);
  const { email, name } = user;
  const from = { sellerId: ownerId, wallet: cap?.cap.payer ?? null };
  return identifyVisitor(at, { email, name }, from);
}
