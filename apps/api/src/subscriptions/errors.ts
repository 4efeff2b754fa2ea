import type { RefusalTerms } from "../shared/refusal.ts";

export const subscriptionNotFound: RefusalTerms = {
  kind: "not_found",
  message: "Subscription was not found.",
};

export const subscriptionNotOfServiceAndUser: RefusalTerms = {
  kind: "not_found",
  message: "Subscription was not found for the service and user.",
};

export const subscriptionNotActive: RefusalTerms = {
  kind: "conflict",
  message: "Subscription is not ACTIVE.",
};
