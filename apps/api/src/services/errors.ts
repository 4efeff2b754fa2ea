import type { RefusalTerms } from "../shared/refusal.ts";

export const serviceNotFound: RefusalTerms = {
  kind: "not_found",
  message: "Service was not found.",
};

export const ownerRequired: RefusalTerms = {
  kind: "invalid",
  message: "ownerId or owner.email is required.",
};
