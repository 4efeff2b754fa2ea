import { inSnapshot } from "../db/client.ts";
import { read } from "../operation/define.ts";
import { subscriptionNotFound } from "../schemas/subscriptions.ts";
import { UsageSummaryPage, UsageSummaryQuery } from "../schemas/usage-summary.ts";
import { loadSubscription } from "../subscriptions/load-subscription.ts";
import { sumUsage } from "./store.ts";
import { countVoids } from "./voids.ts";

/** Adds up exactly. The caller decides what the usage costs. */
export const summarizeUsage = read("GET /usage-events/summary", {
  name: "usageEvents.summary",
  cost: "large",
  summary: "Add up usage",
  description:
    "Exact quantities and counts of a subscription's usage in a period, without voided events. They never become an invoice's amount automatically: you decide what usage costs and when it is invoiced.",
  refusals: { subscriptionNotFound },
  input: UsageSummaryQuery,
  output: UsageSummaryPage,
  run: async (work, query) => {
    const { subscriptionId, from, to, groupBy, limit } = query;
    await loadSubscription(work, subscriptionId);
    const { total, groups, voidedCount } = await inSnapshot(work.db, async (tx) => ({
      ...(await sumUsage(tx, query)),
      voidedCount: await countVoids(tx, query),
    }));
    const shown = groups.slice(0, limit);
    const last = groups.length > limit ? shown.at(-1) : undefined;
    const summary = {
      subscriptionId,
      from: from ?? null,
      to: to ?? null,
      groupBy: groupBy ?? null,
      ...total,
      voidedCount,
      groups: shown,
    };
    const nextCursor =
      groupBy === undefined || last === undefined ? null : { groupBy, key: last.key };
    return { summary, nextCursor };
  },
});
