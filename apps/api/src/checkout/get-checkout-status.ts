import type { z } from "zod";
import { getCheckoutSession } from "../checkout-sessions/get-checkout-session.ts";
import type { CheckoutSessionView } from "../checkout-sessions/view.ts";
import type { Parts } from "../parts.ts";
import { getNewestSettlement, type SettlementRow } from "../settlements/get-settlement.ts";
import { shownStatus } from "../settlements/record.ts";
import { inWords } from "./in-words.ts";
import type { CheckoutStatus } from "./schema.ts";

type Payment = z.input<typeof CheckoutStatus>["payment"];

/** A session and how its payment stands, held against the chain. */
export interface CheckoutState {
  readonly session: CheckoutSessionView;
  readonly payment: Payment;
  /** Whether a payment may still land, or has. */
  readonly isUnderWay: boolean;
}

/** The session and its payment as of now: what has landed since the page was last open is found. */
export async function getCheckoutState(parts: Parts, id: string): Promise<CheckoutState> {
  const before = await getCheckoutSession(parts, id);
  const settlement = await getNewestSettlement(parts, before.invoiceId);
  if (settlement === null) return { session: before, payment: null, isUnderWay: false };
  // The look at the chain may have made it PAID.
  const session = before.status === "PAID" ? before : await getCheckoutSession(parts, id);
  return { session, payment: shown(settlement), isUnderWay: settlement.status !== "FAILED" };
}

export async function getCheckoutStatus(
  parts: Parts,
  id: string,
): Promise<z.input<typeof CheckoutStatus>> {
  const { session, payment } = await getCheckoutState(parts, id);
  return { id: session.id, status: session.status, payment };
}

/** The failure of one that only ran out of time is none yet: it may still land, and is not to be paid again. */
function shown({ status, payerAddress, transactionHash, failure }: SettlementRow): Payment {
  const isUndecided = status === "TIMED_OUT" || status === "REVERTED";
  return {
    status: isUndecided ? "SUBMITTED" : shownStatus(status),
    payerAddress,
    transactionHash,
    failure: isUndecided || failure === null ? null : inWords(failure),
  };
}
