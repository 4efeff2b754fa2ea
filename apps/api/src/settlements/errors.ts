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

/** @param status as callers see it */
export const settlementHasNoProof = (status: string): RefusalTerms => ({
  kind: "conflict",
  message: `Settlement is ${status}: only a CONFIRMED one has a proof.`,
});

/** The 500 of the specification: stored as `FAILED`, and the message says why. */
export const unsettled = (why: string): RefusalTerms => ({ kind: "unsettled", message: why });
