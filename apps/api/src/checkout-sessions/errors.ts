import type { RefusalTerms } from "../shared/refusal.ts";

export const checkoutSessionNotFound: RefusalTerms = {
  kind: "not_found",
  message: "Checkout session was not found.",
};

export const serviceNotActive: RefusalTerms = {
  kind: "conflict",
  message: "Checkout sessions can only be created for ACTIVE services.",
};

export const checkoutSessionNotPending: RefusalTerms = {
  kind: "conflict",
  message: "Checkout session is not PENDING.",
};

export const payerRequired: RefusalTerms = {
  kind: "invalid",
  message: "userId or user.email is required.",
};

export const paymentInProgress: RefusalTerms = {
  kind: "conflict",
  message: "Checkout session has a payment in progress.",
};
