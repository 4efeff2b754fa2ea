import type { z } from "zod";
import type { TrackedSettlement } from "../../chain/executor.ts";
import type { WalletPayment } from "../../schemas/payments.ts";
import { factsOf } from "../../schemas/settlement-states.ts";
import { getCurrentSettlement } from "../../settlements/load-settlement.ts";

const words: readonly (readonly [RegExp, string])[] = [
  [/BalanceTooLow|transfer amount exceeds balance/, "The wallet had too little USDC."],
  [/AllowanceTooLow|transfer amount exceeds allowance/, "The wallet allows too little USDC."],
  [/CapExceeded/, "It is more than what is left of the spending limit."],
  [/CapAlreadyReplaced/, "The spending limit was revoked, or another one was signed."],
  [/CapExpired/, "The spending limit has ended."],
  [
    /AuthorizationAlreadyUsed|authorization is used or canceled/,
    "The payment was cancelled in the wallet, or its signature was used already.",
  ],
  [
    /AccountBlacklisted|account is blacklisted/,
    "USDC has blocked the wallet that pays, or the one that is paid.",
  ],
  [/Pausable: paused/, "USDC is paused by its issuer: nobody can pay with it at the moment."],
  [/EnforcedPause/, "Payments are paused."],
  [
    /SettlementExpired|authorization is expired|time on the chain passed/,
    "The payment was not sent in time.",
  ],
  [
    /InvoiceAlreadySettled|Another payment of the invoice/,
    "This checkout was paid by another payment.",
  ],
  [/[Gg]as (?:bound|limit)|more gas than/, "The wallet needs too much gas to pay with."],
  [/took its place/, "Another wallet's payment took its place before it was sent."],
];

/**
 * Explains to the payer why a payment was refused or has failed; the contracts' own messages are for developers. It
 * does not tell whether anything was taken: that depends on what is final on the chain.
 */
export function inWords(failure: string): string {
  const known = words.find(([pattern]) => pattern.test(failure));
  if (known !== undefined) return known[1];
  const isSentence = /^[A-Z][^()]*\.$/.test(failure) && failure.includes(" ");
  return isSentence ? failure : "The token or the settlement contract refused the payment.";
}

/** Whether the token refused the payer's signature. */
export function isOfSignature(reason: string): boolean {
  return /invalid signature|InvalidSignature|ECRecover/i.test(reason);
}

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

const firstMs = 30_000;
const maxMs = 3_600_000;

/**
 * Until when no payment is accepted after payments that reverted: 30 s after the first, then twice as long after each,
 * up to an hour.
 *
 * @param failures the times of the failures in the last 24 hours
 * @returns null when there were none
 */
export function waitUntil(failures: readonly Date[]): Date | null {
  if (failures.length === 0) return null;
  const last = Math.max(...failures.map((at) => at.getTime()));
  return new Date(last + Math.min(firstMs * 2 ** (failures.length - 1), maxMs));
}
