import { formatAmount, fromTokenUnits } from "../shared/money.ts";
import type { RefusalTerms } from "../shared/refusal.ts";

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

/** The signature is of another wallet, chain or token, or for other terms: which, it does not say. */
export const notSigned = (what: "payment" | "cap"): RefusalTerms => ({
  kind: "invalid",
  message: `${what}.signature is not the payer's over the terms of this checkout. Sign again.`,
});

export const nothingCollected: RefusalTerms = {
  kind: "conflict",
  message: "This checkout cannot take payments.",
};

/** Token units as the USDC that callers read. */
const usdc = (units: bigint) => `${formatAmount(fromTokenUnits(units))} USDC`;

/** @param has in token units, as `due` */
export const balanceTooLow = (has: bigint, due: bigint): RefusalTerms => ({
  kind: "conflict",
  message: `The wallet has ${usdc(has)}; ${usdc(due)} are due.`,
});

/** @param allowed in token units, as `needed` */
export const allowanceTooLow = (allowed: bigint, needed: bigint): RefusalTerms => ({
  kind: "conflict",
  message: `The wallet allows ${usdc(allowed)} to the collector; the spending cap needs ${usdc(needed)}.`,
});

/** The seller has voided it, or it has expired with the session. */
export const invoiceClosed = (status: string): RefusalTerms => ({
  kind: "conflict",
  message: `The invoice of this checkout is ${status}.`,
});
