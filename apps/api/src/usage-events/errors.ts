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
