import { Amount } from "../lib/money.ts";
import type { Parts } from "../ports/parts.ts";
import { sumDays, type UsageOfDay } from "./store.ts";

/** The usage of a period, and that of each day in it. */
interface UsageByDay {
  readonly quantity: Amount;
  readonly count: number;
  readonly days: readonly UsageOfDay[];
}

/** So many prefixes have sums of their own; all others together have one. */
const maxPrefixes = 10;

/** Adds up the usage of a subscription exactly, by day and prefix. Days without usage are left out. */
export async function sumUsageByDay(
  { db }: Pick<Parts, "db">,
  period: { readonly subscriptionId: string; readonly from: Date; readonly to: Date },
): Promise<UsageByDay> {
  const days = await sumDays(db, period, maxPrefixes);
  return {
    quantity: days.reduce((sum, { quantity }) => sum.plus(quantity.toFixed()), new Amount(0)),
    count: days.reduce((sum, { count }) => sum + count, 0),
    days,
  };
}
