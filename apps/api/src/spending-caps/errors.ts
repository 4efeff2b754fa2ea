import type { RefusalTerms } from "../shared/refusal.ts";

export const spendingCapNotFound: RefusalTerms = {
  kind: "not_found",
  message: "Subscription has no spending cap.",
};
