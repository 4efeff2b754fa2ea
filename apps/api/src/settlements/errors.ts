import type { RefusalTerms } from "../shared/refusal.ts";

export const settlementNotFound: RefusalTerms = {
  kind: "not_found",
  message: "Settlement was not found.",
};

export const payerMismatch: RefusalTerms = {
  kind: "invalid",
  message: "Settlement payer must match the invoice user.",
};

export const merchantMismatch: RefusalTerms = {
  kind: "invalid",
  message: "Settlement merchant must match the service owner.",
};

export const amountMismatch: RefusalTerms = {
  kind: "invalid",
  message: "Settlement amount must equal the invoice amount.",
};

export const invoiceNotOpen: RefusalTerms = {
  kind: "conflict",
  message: "Settlements can only be created for OPEN invoices.",
};

export const settlementInProgress: RefusalTerms = {
  kind: "conflict",
  message: "Invoice already has a settlement in progress.",
};

export const noSpendingCap: RefusalTerms = {
  kind: "conflict",
  message: "Invoice has no subscription with a spending cap to collect it under.",
};

/** @param of the cap, which names the only one that it is about */
export const addressNotOfCap = (
  field: "payerAddress" | "merchantAddress",
  of: string,
): RefusalTerms => ({
  kind: "invalid",
  message: `${field} must be the spending cap's: ${of}.`,
});

/** @param status as callers see it */
export const settlementHasNoProof = (status: string): RefusalTerms => ({
  kind: "conflict",
  message: `Settlement is ${status}: only a CONFIRMED one has a proof.`,
});

/** The 500 of the specification: stored as `FAILED`, and the message says why. */
export const unsettled = (why: string): RefusalTerms => ({ kind: "unsettled", message: why });

export const chainDoesNotAnswer: RefusalTerms = {
  kind: "unavailable",
  message: "The settlement chain did not answer in time.",
  retryAfterSeconds: 5,
};
