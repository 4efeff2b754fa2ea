import type { z } from "zod";
import type { Grouping, GroupPlace, UsageSummaryQuery } from "../contract/usage-summary.ts";
import type { Parts } from "../ports/parts.ts";
import { getSubscription } from "../subscriptions/get-subscription.ts";
import { sumUsage, type UsageSum } from "./store.ts";

interface UsageSummary extends UsageSum {
  readonly subscriptionId: string;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly groupBy: Grouping | null;
  readonly groups: (UsageSum & { readonly key: string })[];
}

/** Adds up a subscription's usage, exactly. What it costs is the caller's to say. */
export async function summarizeUsage(
  parts: Pick<Parts, "db" | "tenant" | "due">,
  input: z.output<typeof UsageSummaryQuery>,
): Promise<{ summary: UsageSummary; next: GroupPlace | null }> {
  const { subscriptionId, from, to, groupBy, limit } = input;
  await getSubscription(parts, subscriptionId);
  const { total, groups } = await sumUsage(parts.db, input);
  const shown = groups.slice(0, limit);
  const last = groups.length > limit ? shown.at(-1) : undefined;
  return {
    summary: {
      subscriptionId,
      from: from ?? null,
      to: to ?? null,
      groupBy: groupBy ?? null,
      ...total,
      groups: shown,
    },
    next: groupBy === undefined || last === undefined ? null : { groupBy, key: last.key },
  };
}
