import type { RefusalTerms } from "../shared/refusal.ts";

export const eventNotFound: RefusalTerms = {
  kind: "not_found",
  message: "Event was not found.",
};
