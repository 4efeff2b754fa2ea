import type { RefusalTerms } from "../shared/refusal.ts";

export const webhookDeliveryNotFound: RefusalTerms = {
  kind: "not_found",
  message: "Webhook delivery was not found.",
};
