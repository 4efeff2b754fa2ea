import { inSnapshot, type Queryable } from "../db/client.ts";
import { sumUsage } from "./store.ts";
import { countVoids } from "./voids.ts";

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
