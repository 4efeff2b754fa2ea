import type { z } from "zod";
import { inSnapshot } from "../db/client.ts";
import { everyone } from "../kit/tenant.ts";
import { utc } from "../kit/time-zone.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { maxPrefixes } from "../schemas/linked-usage.ts";
import type { OnePortalUsage } from "../schemas/portal.ts";
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
