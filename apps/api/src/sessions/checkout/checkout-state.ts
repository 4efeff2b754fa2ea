import type { z } from "zod";
import { getCurrentSettlement } from "../../billing/settlements/refresh-settlement.ts";
import type { CheckoutStatus } from "../../contract/checkout.ts";
import { factsOf } from "../../contract/settlement-states.ts";
import type { TrackedSettlement } from "../../ports/executor.ts";
import type { Parts } from "../../ports/parts.ts";
import { loadCheckoutSession } from "../checkout-sessions/load-checkout-session.ts";
import type { CheckoutSessionView } from "../checkout-sessions/view.ts";
import { inWords } from "./in-words.ts";

/** What reading a session, and checking its payment against the chain, works with. */
type StateParts = Pick<
  Parts,
  | "db"
  | "batch"
  | "tenant"
  | "due"
  | "clock"
  | "chain"
  | "executor"
  | "afterPayment"
  | "checkoutUrl"
  | "log"
  | "tally"
>;

type Payment = z.input<typeof CheckoutStatus>["payment"];

/** A session and its payment, checked against the chain. */
export interface CheckoutState {
  readonly session: CheckoutSessionView;
  readonly payment: Payment;
  /** The payment that may still arrive, or has arrived; null: another payment can start. */
  readonly underWay: TrackedSettlement | null;
}

/** Reads the session and its payment as of now, and finds payments that have arrived since the last read. */
export async function getCheckoutState(parts: StateParts, id: string): Promise<CheckoutState> {
  const before = await loadCheckoutSession(parts, id);
  const settlement = await getCurrentSettlement(parts, before.invoiceId);
  if (settlement === null) return { session: before, payment: null, underWay: null };
  // Checking the chain may have made it PAID.
  const session = before.status === "PAID" ? before : await loadCheckoutSession(parts, id);
  // A reverted payment is watched until that is final; meanwhile others can pay.
  const isOver = factsOf(settlement.status).verdict === "refused";
  return { session, payment: shown(settlement), underWay: isOver ? null : settlement };
}

/** The part of a checkout's state that its status shows. */
export function statusOf({ session, payment }: CheckoutState): z.input<typeof CheckoutStatus> {
  return { id: session.id, status: session.status, payment };
}

function shown(settlement: TrackedSettlement): Payment {
  const { status, payerAddress, transactionHash } = settlement;
  return {
    status: factsOf(status).shownAtCheckout,
    payerAddress,
    transactionHash,
    isFinal: !factsOf(status).holdsInvoice,
    failure: failureOf(settlement),
  };
}

/** Tells the payer that nothing was taken only if nothing was sent, or if a final block shows it. */
function failureOf(settlement: TrackedSettlement): string | null {
  const { status, failure, submittedAt, transactionHash } = settlement;
  const { verdict, mayBeRecorded } = factsOf(status);
  if (failure === null || verdict !== "refused") return null;
  const why = inWords(failure);
  if (mayBeRecorded) return `${why} We keep watching until the block is final.`;
  // Without a hash, the provider's word is all there is.
  const isProven = submittedAt === null || transactionHash !== null;
  return isProven ? `${why} Nothing was taken.` : why;
}
