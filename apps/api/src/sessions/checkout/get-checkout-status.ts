import type { z } from "zod";
import { getCurrentSettlement } from "../../billing/settlements/get-settlement.ts";
import type { CheckoutStatus } from "../../contract/checkout.ts";
import { factsOf } from "../../contract/settlement-states.ts";
import type { TrackedSettlement } from "../../ports/executor.ts";
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
  // One that has reverted is watched until that is final, and keeps nobody from paying meanwhile.
  const isOver = factsOf(settlement.status).verdict === "refused";
  return { session, payment: shown(settlement), underWay: isOver ? null : settlement };
}

export async function getCheckoutStatus(
  parts: Parts,
  id: string,
): Promise<z.input<typeof CheckoutStatus>> {
  const { session, payment } = await getCheckoutState(parts, id);
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

/** It says that nothing was taken only when nothing was sent, or when a final block shows it. */
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
