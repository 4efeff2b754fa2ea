import { z } from "zod";
import { shownService } from "../../catalog/services/services.ts";
import { peekInvoice, shownInvoice } from "../../invoices/invoice-records.ts";
import { component, decimalOut, id, timeOut } from "../../kit/answers.ts";
import { request, requiredId } from "../../kit/fields.ts";
import { everyone } from "../../kit/tenant.ts";
import { getUser } from "../../operation/access/users/identify-user.ts";
import { pageOperation } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { type CheckoutStatus, OneCheckoutStatus, offeredCards } from "../../schemas/checkout.ts";
import {
  checkoutSessionNotFound,
  checkoutSessionStatus,
  returnUrls,
} from "../../schemas/checkout-sessions.ts";
import { CurrentPayment, PayeeOut, TermsOut } from "../../schemas/payments.ts";
import { OfferedPlan } from "../../schemas/plans.ts";
import { ShownService } from "../../schemas/services.ts";
import { capPeriod } from "../../schemas/spending-caps.ts";
import { nextCharge } from "../../schemas/subscriptions.ts";
import { signedLimitOf } from "../../settlements/spending-caps/keep-spending-cap.ts";
import { nextChargeOf } from "../../subscriptions/next-charge.ts";
import { nextBoundary } from "../../subscriptions/periods.ts";
import {
  type CheckoutSessionView,
  loadCheckoutSession,
} from "../checkout-sessions/load-checkout-session.ts";
import { getPaymentState, type PaymentState } from "../payments/payment-state.ts";
import {
  loadOffer,
  loadTerms,
  type OfferedPlan as OfferedPlanTerms,
  shownPayee,
} from "../payments/payment-terms.ts";
import { amountDue } from "./start-payment.ts";

/** What a subscriber agrees to at a checkout now. The first period begins when the session is paid. */
export async function offeredAt(
  { db, times }: Parts,
  { service, paymentPlan }: CheckoutSessionView,
): Promise<OfferedPlanTerms> {
  const plan = { paymentPlanId: paymentPlan.id, at: await times.of(db, service.id) };
  return { service, plan, amountDue: amountDue(paymentPlan) };
}

/** A session and its payment, checked against the chain. */
export interface CheckoutState extends PaymentState {
  readonly session: CheckoutSessionView;
}

/** Reads the session and its payment as of now, and finds payments that have arrived since the last read. */
export async function getCheckoutState(parts: Parts, id: string): Promise<CheckoutState> {
  const before = await loadCheckoutSession(parts, id);
  const state = await getPaymentState(parts, before.invoiceId);
  // Checking the chain may have made it PAID.
  const isSettled = state.payment === null || before.status === "PAID";
  const session = isSettled ? before : await loadCheckoutSession(parts, id);
  return { session, ...state };
}

/** The part of a checkout's state that its status shows. */
export async function statusOf(
  parts: Parts,
  { session, payment }: CheckoutState,
): Promise<z.input<typeof CheckoutStatus>> {
  const { terms } = await loadTerms(parts, await offeredAt(parts, session));
  return { id: session.id, status: session.status, terms, payment };
}

const Checkout = component("Checkout", "A checkout session as its subscriber sees it.", {
  id: id(),
  status: checkoutSessionStatus(),
  expiresAt: timeOut().nullable().meta({
    description: "When the session becomes `EXPIRED`, unless it is paid first; null: never",
  }),
  seller: z
    .object({
      name: z.string().nullable().meta({
        description: "The seller's name; null if none was given",
        example: "Ada Developer",
      }),
    })
    .meta({ description: "The seller" }),
  service: ShownService.meta({ description: "The service that is subscribed to" }),
  paymentPlan: OfferedPlan,
  rateCards: offeredCards(),
  amountDue: decimalOut().meta({
    description: "Amount to pay now, in USDC; zero if the plan bills usage later",
  }),
  takesEmail: z.boolean().meta({
    description: "Whether the subscriber must give an e-mail address: the session has no user",
    example: true,
  }),
  ...returnUrls,
  nextCharge: nextCharge().meta({
    description:
      "The charge after the one that is due now, if the subscription begins now; null if none is planned",
  }),
  chain: PayeeOut.nullable().meta({
    description: "Where to pay; null if this checkout cannot take payments",
  }),
  terms: TermsOut,
  payment: CurrentPayment,
  outcome: z
    .object({
      spendingCap: z
        .object({
          perPeriod: decimalOut().meta({
            description: "Maximum that is collected in one period, in USDC",
            example: "100.000000",
          }),
          periodSeconds: capPeriod(),
          validUntil: timeOut().meta({ description: "When the cap ends" }),
        })
        .nullable()
        .meta({ description: "The spending cap that was signed; null if none was" }),
      nextInvoiceAt: timeOut().nullable().meta({
        description:
          "When the next period begins, and with it the next invoice; null if there is none",
      }),
      receiptUrl: z.string().nullable().meta({
        description: "Page of the paid invoice: the receipt; null if nothing was due",
        example: "https://pay.example.com/checkout/invoices/9f3c1b7ae2d84c60b5a1f0e7d6c5b4a3",
      }),
    })
    .nullable()
    .meta({ description: "What the checkout led to; null until it is `PAID`" }),
});

const OneCheckout = z.object({ checkout: Checkout });

type CheckoutOutcome = z.input<typeof OneCheckout>["checkout"]["outcome"];

/** The result of a paid checkout, for its subscriber; null until it is `PAID`. */
async function outcomeOf(
  parts: Parts,
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

/** What a subscription that begins at a time is charged next. */
function firstRenewal(paymentPlan: CheckoutSessionView["paymentPlan"], at: Date) {
  const currentPeriodEnd = nextBoundary(paymentPlan.billingInterval, at, at);
  return nextChargeOf({ paymentPlan, currentPeriodEnd, cancelAt: null });
}

/*
 * The checkout page calls these operations without an API key. Anyone with the session id can call them, so their
 * answers tell only what a payer must know about the seller, and nothing about other subscribers.
 */

const CheckoutId = request({ checkoutSessionId: requiredId() });

/** Shows what a payer must know. Of the seller it shows only the name. */
export const viewCheckout = pageOperation("GET /checkout/{checkoutSessionId}", {
  name: "checkout.view",
  summary: "View a checkout",
  description:
    "The service, the plan, the amount due, the seller's name, where to pay and, once it is paid, what it led to. Anyone with the session id can view it.",
  refusals: { checkoutSessionNotFound, tooManyRequests },
  input: CheckoutId,
  output: OneCheckout,
  run: async (work, { checkoutSessionId }) => {
    const { session, payment } = await getCheckoutState(work, checkoutSessionId);
    const { service, paymentPlan, status, expiresAt, successUrl, cancelUrl, userId } = session;
    const seller = await getUser({ db: work.db, tenant: everyone }, session.ownerId, "ownerId");
    const offered = await offeredAt(work, session);
    const { rateCards, terms } = await loadOffer(work, offered);
    const checkout = {
      id: session.id,
      status,
      expiresAt,
      seller: { name: seller.name },
      service: shownService(service),
      paymentPlan,
      rateCards,
      amountDue: amountDue(paymentPlan),
      takesEmail: userId === null,
      successUrl,
      cancelUrl,
      nextCharge: firstRenewal(paymentPlan, offered.plan.at),
      chain: shownPayee(work, service),
      terms,
      payment,
      outcome: await outcomeOf(work, session),
    };
    return { checkout };
  },
});

/** The checkout page polls it while a payment is in progress. */
export const getCheckoutStatus = pageOperation("GET /checkout/{checkoutSessionId}/status", {
  name: "checkout.status",
  summary: "Get the status of a checkout",
  description:
    "Poll it until the session is `PAID` or its payment has failed. A payment that was sent is checked against the chain on every read.",
  refusals: { checkoutSessionNotFound, tooManyRequests },
  input: CheckoutId,
  output: OneCheckoutStatus,
  run: async (work, { checkoutSessionId }) => ({
    checkoutStatus: await statusOf(work, await getCheckoutState(work, checkoutSessionId)),
  }),
});
