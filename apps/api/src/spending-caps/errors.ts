import type { RefusalTerms } from "../shared/refusal.ts";

export const spendingCapNotFound: RefusalTerms = {
  kind: "not_found",
  message: "Subscription has no spending cap.",
};

export const chainDoesNotAnswer: RefusalTerms = {
  kind: "unavailable",
  message: "The settlement chain did not answer in time.",
  retryAfterSeconds: 5,
};
