import type { z } from "zod";
import type { TrackedSettlement } from "../../chain/ports/executor.ts";
import type { WalletPayment } from "../../schemas/payments.ts";
import { factsOf } from "../../schemas/settlement-states.ts";
import { getCurrentSettlement } from "../../settlements/refresh-settlement.ts";
import { inWords } from "./in-words.ts";

type StateParts = Parameters<typeof getCurrentSettlement>[0];

/** The payment of an invoice, checked against the chain. */
export interface PaymentState {
  readonly payment: z.input<typeof WalletPayment> | null;
  /** The payment that may still arrive, or has arrived; null: another payment can start. */
  readonly underWay: TrackedSettlement | null;
}

/** Reads the payment of an invoice as of now. An invoice without one may not exist yet. */
export async function getPaymentState(parts: StateParts, invoiceId: string): Promise<PaymentState> {
  const settlement = await getCurrentSettlement(parts, invoiceId);
  if (settlement === null) return { payment: null, underWay: null };
  // A reverted payment is watched until that is final; meanwhile others can pay.
  const isOver = factsOf(settlement.status).verdict === "refused";
  return { payment: shown(settlement), underWay: isOver ? null : settlement };
}

function shown(settlement: TrackedSettlement): z.input<typeof WalletPayment> {
  const { status, payerAddress, merchantAddress, amount, transactionHash } = settlement;
  return {
    status: factsOf(status).shownAtCheckout,
    payerAddress,
    merchantAddress,
    amount,
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
