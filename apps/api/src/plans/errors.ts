import type { RefusalTerms } from "../shared/refusal.ts";

export const intervalOfOneTimePlan: RefusalTerms = {
  kind: "invalid",
  message: "billingInterval must be NONE for ONE_TIME plans.",
};

export const planNotOfService: RefusalTerms = {
  kind: "not_found",
  message: "Payment plan was not found for the service.",
};
