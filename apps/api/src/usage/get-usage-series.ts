import { getReferencedService } from "../catalog/services/get-service.ts";
import { inSnapshot } from "../db/client.ts";
import { inKnownTimeZone } from "../db/known-time-zone.ts";
import { unknownTimeZone } from "../kit/time-zone.ts";
import { read } from "../operation/define.ts";
import { referencedServiceNotFound } from "../schemas/services.ts";
import { subscriptionNotFound } from "../schemas/subscriptions.ts";
import { OneUsageSeries, seriesTooLong, UsageSeriesQuery } from "../schemas/usage-series.ts";
import { loadSubscription } from "../subscriptions/load-subscription.ts";
import { sumSeries } from "./series-store.ts";

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
