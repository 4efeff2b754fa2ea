import type { RefusalTerms } from "../shared/refusal.ts";

export const usageEventNotFound: RefusalTerms = {
  kind: "not_found",
  message: "Usage event was not found.",
};

export const invoiceOfAnother: RefusalTerms = {
  kind: "invalid",
  message: "Invoice does not match the usage event service and user.",
};

export const subscriptionTakesNoUsage: RefusalTerms = {
  kind: "conflict",
  message: "Usage can only be recorded against an ACTIVE subscription.",
};

export const tooMuchAtOnce: RefusalTerms = {
  kind: "unavailable",
  message: "Too many usage events wait to be recorded. Nothing of this one was.",
  retryAfterSeconds: 1,
};

/** Of one among many: a whole request is refused in other words. */
export const eventNotAnObject: RefusalTerms = {
  kind: "invalid",
  message: "Usage event must be a JSON object.",
};
