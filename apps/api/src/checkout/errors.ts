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

/** @param has in USDC, with six decimals, as `due` */
export const balanceTooLow = (has: string, due: string): RefusalTerms => ({
  kind: "conflict",
  message: `The wallet has ${has} USDC; ${due} USDC are due.`,
});

/** @param allowed in USDC, with six decimals, as `needed` */
export const allowanceTooLow = (allowed: string, needed: string): RefusalTerms => ({
  kind: "conflict",
  message: `The wallet allows ${allowed} USDC to the collector; the spending cap needs ${needed} USDC.`,
});

/** The seller has voided it, or it has expired with the session. */
export const invoiceClosed = (status: string): RefusalTerms => ({
  kind: "conflict",
  message: `The invoice of this checkout is ${status}.`,
});
