import type { RefusalTerms } from "../shared/refusal.ts";

export const apiKeyNotFound: RefusalTerms = {
  kind: "not_found",
  message: "API key was not found.",
};

export const apiKeyNotActive: RefusalTerms = {
  kind: "conflict",
  message: "API key is not active.",
};
