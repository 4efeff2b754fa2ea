import type { z } from "zod";
import {
  getCurrentSettlement,
  type TrackedSettlement,
} from "../../billing/settlements/get-settlement.ts";
import type { CheckoutStatus } from "../../contract/checkout.ts";
import { shownStatus } from "../../contract/records.ts";
import type { Parts } from "../../ports/parts.ts";
import { getCheckoutSession } from "../checkout-sessions/get-checkout-session.ts";
import type { CheckoutSessionView } from "../checkout-sessions/view.ts";
import { inWords } from "./in-words.ts";

type Payment = z.input<typeof CheckoutStatus>["payment"];

/** A session and how its payment stands, held against the chain. */
export interface CheckoutState {
  readonly session: CheckoutSessionView;
  readonly payment: Payment;
  /** The payment that may land, or has; null: another may be begun. */
  readonly underWay: TrackedSettlement | null;
}

/** The session and its payment as of now: what has landed since the page was last open is found. */
export async function getCheckoutState(parts: Parts, id: string): Promise<CheckoutState> {
  const before = await getCheckoutSession(parts, id);
  const settlement = await getCurrentSettlement(parts, before.invoiceId);
  if (settlement === null) return { session: before, payment: null, underWay: null };
  // The look at the chain may have made it PAID.
  const session = before.status === "PAID" ? before : await getCheckoutSession(parts, id);
  const { status } = settlement;
  // One that has reverted is watched until that is final, and keeps nobody from paying meanwhile.
  const isOver = status === "FAILED" || status === "REVERTED";
  return { session, payment: shown(settlement), underWay: isOver ? null : settlement };
}

export async function getCheckoutStatus(
  parts: Parts,
  id: string,
): Promise<z.input<typeof CheckoutStatus>> {
  const { session, payment } = await getCheckoutState(parts, id);
  return { id: session.id, status: session.status, payment };
}

/** What only ran out of time has not failed: it may still land, and is not to be paid again. */
function shown(settlement: TrackedSettlement): Payment {
  const { status, payerAddress, transactionHash } = settlement;
  return {
    status: status === "TIMED_OUT" ? "SUBMITTED" : shownStatus(status),
    payerAddress,
    transactionHash,
    isFinal: status === "FAILED",
    failure: failureOf(settlement),
  };
}

/** That nothing was taken is said of what was never sent, and of what a final block shows, and of nothing else. */
function failureOf(settlement: TrackedSettlement): string | null {
  const { status, failure, submittedAt, executor, transactionHash } = settlement;
  if (failure === null || (status !== "FAILED" && status !== "REVERTED")) return null;
  const why = inWords(failure);
  if (status === "REVERTED") return `${why} We keep watching until the block is final.`;
  // Of what a provider was asked to send and gave no hash for, its word is all there is.
  const isProven = submittedAt === null || executor === "direct" || transactionHash !== null;
  return isProven ? `${why} Nothing was taken.` : why;
}
