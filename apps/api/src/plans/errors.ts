import type { RefusalTerms } from "../shared/refusal.ts";

export const planNotOfService: RefusalTerms = {
  kind: "not_found",
  message: "Payment plan was not found for the service.",
};
