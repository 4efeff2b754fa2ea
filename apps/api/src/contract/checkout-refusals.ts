import { formatAmount, fromTokenUnits } from "../lib/money.ts";
import type { RefusalTerms } from "../lib/refusal.ts";

export const emailRequired: RefusalTerms = {
  kind: "invalid",
  message: "user.email is required.",
};

export const payerAddressRequired: RefusalTerms = {
  kind: "invalid",
  message: "payerAddress must be a valid address.",
};

export const payerIsMerchant: RefusalTerms = {
  kind: "invalid",
  message: "payerAddress is where the seller is paid: pay from another wallet.",
};

export const paymentRequired: RefusalTerms = {
  kind: "invalid",
  message: "payment is required.",
};

export const termsTooOld: RefusalTerms = {
  kind: "conflict",
  message: "What was signed is too old, or not as it was prepared. Sign again.",
};

/** The signature is by another wallet, for another chain or token, or over other terms; it does not tell which. */
export const notSigned = (what: "payment" | "cap"): RefusalTerms => ({
  kind: "invalid",
  message: `${what}.signature is not the payer's over the terms of this checkout. Sign again.`,
});

export const nothingCollected: RefusalTerms = {
  kind: "conflict",
  message: "This checkout cannot take payments.",
};

/** Formats token units as an amount of USDC. */
const usdc = (units: bigint) => `${formatAmount(fromTokenUnits(units))} USDC`;

/** @param has balance in token units, like `due` */
export const balanceTooLow = (has: bigint, due: bigint): RefusalTerms => ({
  kind: "conflict",
  message: `The wallet has ${usdc(has)}; ${usdc(due)} are due.`,
});

/** @param allowed allowance in token units, like `needed` */
export const allowanceTooLow = (allowed: bigint, needed: bigint): RefusalTerms => ({
  kind: "conflict",
  message: `The wallet allows ${usdc(allowed)} to the collector; the spending cap needs ${usdc(needed)}.`,
});

/** The seller voided the invoice, or it expired with the session. */
export const invoiceClosed = (status: string): RefusalTerms => ({
  kind: "conflict",
  message: `The invoice of this checkout is ${status}.`,
});

/** @param why reason, in words for the payer */
export const refusedByChain = (why: string): RefusalTerms => ({
  kind: "conflict",
  message: `The payment would fail, so it was not sent. ${why}`,
});

export const anotherPaymentUnderWay: RefusalTerms = {
  kind: "conflict",
  message:
    "Another wallet's payment for this checkout is being decided. Try again in a few seconds.",
  retryAfterSeconds: 5,
};

/** The amounts of the other payments stay secret: the caller may not be the wallet's owner. */
export const balancePromised: RefusalTerms = {
  kind: "conflict",
  message:
    "The wallet has too little USDC for this payment and its others that are under way. Try again once those are decided.",
  retryAfterSeconds: 15,
};

export const tooManyUnderWay: RefusalTerms = {
  kind: "conflict",
  message: "The wallet has too many payments under way. Try again once one of them is decided.",
  retryAfterSeconds: 15,
};

export const oneAtATime: RefusalTerms = {
  kind: "conflict",
  message:
    "Payments to this seller are taken one at a time at the moment. Try again in a few seconds.",
  retryAfterSeconds: 5,
};

/** @param seconds until the next payment is accepted */
export const waitAfterFailures = (seconds: number): RefusalTerms => ({
  kind: "conflict",
  message: `Payments have failed on the chain: wait ${inTime(seconds)} before you try again, or pay from another wallet.`,
  retryAfterSeconds: seconds,
});

const inTime = (seconds: number) =>
  seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
