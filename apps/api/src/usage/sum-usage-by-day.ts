import type { z } from "zod";
import { maxPrefixes } from "../contract/linked-usage.ts";
import type { OnePortalUsage } from "../contract/portal.ts";
import { inSnapshot } from "../db/client.ts";
import { everyone } from "../lib/tenant.ts";
import { utc } from "../lib/time-zone.ts";
import type { Parts } from "../ports/parts.ts";
import { sumSeries } from "./series-store.ts";

type UsageByDay = Omit<z.input<typeof OnePortalUsage>["usage"], "from" | "to" | "hasEarlier">;

/** Adds up the usage of a subscription in a period exactly, by prefix and day. */
export async function sumUsageByDay(
  { db }: Pick<Parts, "db">,
  period: { readonly subscriptionId: string; readonly from: Date; readonly to: Date },
): Promise<UsageByDay> {
  const by = { interval: "day", timeZone: utc, limit: maxPrefixes } as const;
  const { count, prefixes, hasMorePrefixes } = await inSnapshot(db, (tx) =>
    sumSeries(tx, everyone, { ...period, ...by }),
  );
  return { count, interval: "DAY", prefixes, hasMorePrefixes };
}
