import type { PrefixUsage } from "@usance/rating";
import { inSnapshot, type Queryable } from "../db/client.ts";
import { isOutOfTime } from "../db/unavailable.ts";
import { formatAmount } from "../kit/money.ts";
import { Refusal } from "../kit/refusal.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { quoteTooSlow } from "../schemas/quotes.ts";
import { hashPeriod, measurePeriod } from "./store.ts";

interface MeasuredUsage {
  readonly usage: readonly PrefixUsage[];
  /** How many events. */
  readonly count: number;
  /** Of the events, as docs/usage-hash.md specifies. */
  readonly hash: string;
}

/** How long its two statements may take together, in milliseconds. Each may take 20 seconds. */
const usualLimitMs = 45_000;

/** No prefix is empty text, so this one stands for all that no component of a card names. */
const anyOther = "";

/**
 * Measures what a subscription has used in a period, as a rate card prices it.
 *
 * @param prefixes those that the card names
 * @throws Refusal 503 when that takes too long
 */
export async function measureUsage(
  { db }: Pick<Parts, "db">,
  period: { readonly subscriptionId: string; readonly from: Date; readonly to: Date | undefined },
  prefixes: readonly string[],
  { limitMs = usualLimitMs }: { readonly limitMs?: number } = {},
): Promise<MeasuredUsage> {
  const measure = async (tx: Queryable) => {
    const rows = await measurePeriod(tx, period, [...new Set(prefixes)]);
    const usage = rows.map(({ prefix, quantity, count, max, last }) => ({
      prefix: prefix ?? anyOther,
      quantity: formatAmount(quantity),
      count,
      max: formatAmount(max),
      last: formatAmount(last),
    }));
    const count = usage.reduce((sum, one) => sum + one.count, 0);
    return { usage, count, hash: `0x${await hashPeriod(tx, period)}` };
  };
  try {
    return await inSnapshot(db, measure, { limitMs });
  } catch (error) {
    throw isOutOfTime(error) ? new Refusal(quoteTooSlow) : error;
  }
}
