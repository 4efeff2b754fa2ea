import type { z } from "zod";
import { maxPrefixes } from "../contract/linked-usage.ts";
import type { OnePortalUsage } from "../contract/portal.ts";
import type { Parts } from "../ports/parts.ts";
import { sumDays } from "./store.ts";
import { usageByPrefix } from "./usage-by-prefix.ts";

type UsageByDay = Omit<z.input<typeof OnePortalUsage>["usage"], "from" | "to" | "hasEarlier">;

/** Adds up the usage of a subscription in a period exactly, by prefix and day. */
export async function sumUsageByDay(
  { db }: Pick<Parts, "db">,
  period: { readonly subscriptionId: string; readonly from: Date; readonly to: Date },
): Promise<UsageByDay> {
  const sums = await sumDays(db, period, maxPrefixes);
  return { count: sums[0]?.total ?? 0, interval: "DAY", ...usageByPrefix(sums, maxPrefixes) };
}
