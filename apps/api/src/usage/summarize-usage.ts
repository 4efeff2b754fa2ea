import type { z } from "zod";
import { getReferencedService } from "../catalog/services/services.ts";
import { inSnapshot, type Queryable } from "../db/client.ts";
import { inKnownTimeZone } from "../db/statements.ts";
import { unknownTimeZone, utc } from "../kit/date-time.ts";
import { everyone } from "../kit/tenant.ts";
import { read } from "../operation/define.ts";
import type { CoreParts } from "../operation/ports/parts.ts";
import { maxPrefixes } from "../schemas/invoice-links.ts";
import type { OnePortalUsage } from "../schemas/portal-records.ts";
import { referencedServiceNotFound } from "../schemas/services.ts";
import { subscriptionNotFound } from "../schemas/subscriptions.ts";
import {
  OneUsageSeries,
  seriesTooLong,
  UsageSeriesQuery,
  UsageSummaryPage,
  UsageSummaryQuery,
} from "../schemas/usage-summary.ts";
import { loadSubscription } from "../subscriptions/load-subscription.ts";
import { sumSeries } from "./series-store.ts";
import { sumUsage } from "./sum-store.ts";
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

/** Adds up exactly, from one index. */
export const getUsageSeries = read("GET /usage-events/series", {
  name: "usageEvents.series",
  cost: "large",
  summary: "Add up usage by hour or day",
  description:
    "Returns exact quantities and counts by interval, for a subscription, a service, or all records that the API key can read. It adds up all usage, and the usage of each of the prefixes with the most events. Late usage is part of these sums, and is also added up separately. To compare with an earlier time, make a second call with that time.",
  refusals: { seriesTooLong, unknownTimeZone, referencedServiceNotFound, subscriptionNotFound },
  input: UsageSeriesQuery,
  output: OneUsageSeries,
  run: async (work, query) => {
    const { subscriptionId = null, serviceId = null, prefix = null } = query;
    if (serviceId !== null) await getReferencedService(work, serviceId);
    if (subscriptionId !== null) await loadSubscription(work, subscriptionId);
    const sums = await inKnownTimeZone(() =>
      inSnapshot(work.db, (tx) => sumSeries(tx, work.tenant, query)),
    );
    const { interval, timeZone, from, to } = query;
    const asked = { subscriptionId, serviceId, prefix, interval, timeZone, from, to };
    return { usageSeries: { ...asked, ...sums } };
  },
});

/** Counts the events of a subscription in a period: those that count, and those that are voided. */
export function countUsage(
  { db }: { readonly db: Queryable },
  period: { readonly subscriptionId: string; readonly from: Date; readonly to: Date | undefined },
): Promise<{ readonly count: number; readonly voidedCount: number }> {
  return inSnapshot(db, async (tx) => {
    const { total } = await sumUsage(tx, { ...period, limit: 0 });
    return { count: total.count, voidedCount: await countVoids(tx, period) };
  });
}

type UsageByDay = Omit<
  z.input<typeof OnePortalUsage>["usage"],
  "from" | "to" | "hasEarlier" | "fixedAt"
>;

/** Adds up the usage of a subscription in a period exactly, by prefix and day. */
export async function sumUsageByDay(
  { db }: CoreParts,
  period: { readonly subscriptionId: string; readonly from: Date; readonly to: Date },
): Promise<UsageByDay> {
  const by = { interval: "day", timeZone: utc, limit: maxPrefixes } as const;
  const { count, prefixes, hasMorePrefixes } = await inSnapshot(db, (tx) =>
    sumSeries(tx, everyone, { ...period, ...by }),
  );
  return { count, interval: "DAY", prefixes, hasMorePrefixes };
}
