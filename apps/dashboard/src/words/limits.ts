import type { Limit } from "../api/records.ts";

/** Whose usage a limit counts together. */
export function scopeWords({ scope, subscriptionId, subject }: Limit): string {
  if (scope === "service") return "All subscriptions together";
  const subscription = subscriptionId === null ? "Each subscription" : "One subscription";
  if (scope === "subscription") return subscription;
  const whose = `${subscription.charAt(0).toLowerCase()}${subscription.slice(1)}`;
  return subject === null ? `Each subject of ${whose}` : `Subject ${subject} of ${whose}`;
}

/** What a limit does with usage that would pass it. */
export const actionWords: Readonly<Record<Limit["action"], string>> = {
  REJECT: "Refuses",
  NOTIFY: "Only reports",
};
