import type { z } from "zod";
import type { Parts } from "../../operation/ports/parts.ts";
import type { CheckoutStatus } from "../../schemas/checkout.ts";
import { loadCheckoutSession } from "../checkout-sessions/load-checkout-session.ts";
import type { CheckoutSessionView } from "../checkout-sessions/view.ts";
import { loadTerms } from "../payments/agreed-terms.ts";
import { getPaymentState, type PaymentState } from "../payments/payment-state.ts";
import { offeredAt } from "./checkout-offer.ts";

/** What reading a session, and checking its payment against the chain, works with. */
type StateParts = Pick<
  Parts,
  | "db"
  | "batch"
  | "tenant"
  | "due"
  | "clock"
  | "times"
  | "chain"
  | "executor"
  | "afterPayment"
  | "paymentRefunds"
  | "settlementTimeoutMs"
  | "checkoutUrl"
  | "emails"
  | "log"
  | "tally"
>;

/** A session and its payment, checked against the chain. */
export interface CheckoutState extends PaymentState {
  readonly session: CheckoutSessionView;
}

/** Reads the session and its payment as of now, and finds payments that have arrived since the last read. */
export async function getCheckoutState(parts: StateParts, id: string): Promise<CheckoutState> {
  const before = await loadCheckoutSession(parts, id);
  const state = await getPaymentState(parts, before.invoiceId);
  // Checking the chain may have made it PAID.
  const isSettled = state.payment === null || before.status === "PAID";
  const session = isSettled ? before : await loadCheckoutSession(parts, id);
  return { session, ...state };
}

/** The part of a checkout's state that its status shows. */
export async function statusOf(
  parts: Pick<Parts, "db" | "times" | "collector">,
  { session, payment }: CheckoutState,
): Promise<z.input<typeof CheckoutStatus>> {
  const terms = await loadTerms(parts, await offeredAt(parts, session));
  return { id: session.id, status: session.status, terms, payment };
}
