import type { Queryable } from "../../db/client.ts";
import { type PeriodCharge, Prisma } from "../../db/generated/client.ts";
import { Amount } from "../../kit/money.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { priceRecordedUsage } from "../../usage/quotes/create-quote.ts";
import { countUsage } from "../../usage/summarize-usage.ts";
import { countVoids } from "../../usage/voids.ts";
import type { PricedPeriod } from "./billed-periods.ts";
import { findCharges, putCharge } from "./store.ts";

type PriceParts = Pick<Parts, "db">;
export type PeriodQuote = Awaited<ReturnType<typeof priceRecordedUsage>>;

/** What periods cost by now, and the quotes of those that were priced for it, by their places. */
interface Charges {
  readonly amounts: Amount[];
  readonly quotes: Map<number, PeriodQuote>;
}

/**
 * What each period of a subscription costs by now. A period is priced again only if its events have changed. Events are
 * never deleted, so a stretch of periods has not changed if its numbers of events and of voided events are the same.
 */
export async function chargesOf(
  work: PriceParts,
  subscriptionId: string,
  periods: readonly PricedPeriod[],
): Promise<Charges> {
  const { db } = work;
  const known = new Map(
    (await findCharges(db, subscriptionId)).map((charge) => [charge.startsAt.getTime(), charge]),
  );
  const charges = periods.map(({ from }) => known.get(from.getTime()));
  // The last period is usually the running one, which has new events at almost every look.
  const stretch = { db, subscriptionId, periods, charges };
  const last = Math.max(periods.length - 1, 0);
  const changed = [
    ...(await changedIn(stretch, 0, last)),
    ...(await changedIn(stretch, last, periods.length)),
  ];
  const amounts = charges.map((charge) => new Amount(charge?.amount.toFixed() ?? 0));
  const quotes = new Map<number, PeriodQuote>();
  for (const place of changed) {
    const period = periods[place];
    if (period === undefined) continue;
    const quote = await quoteOf(work, subscriptionId, period);
    quotes.set(place, quote);
    amounts[place] = new Amount(quote.amount);
  }
  return { amounts, quotes };
}

interface Stretch {
  readonly db: Queryable;
  readonly subscriptionId: string;
  readonly periods: readonly PricedPeriod[];
  readonly charges: readonly (PeriodCharge | undefined)[];
}

/** The places of the changed periods in a stretch. A stretch that has changed is halved, and each half is compared. */
async function changedIn(stretch: Stretch, start: number, end: number): Promise<number[]> {
  const { db, subscriptionId, periods } = stretch;
  const charges = stretch.charges.slice(start, end);
  const [first, last] = [periods[start], periods[end - 1]];
  if (first === undefined || last === undefined) return [];
  const time = { subscriptionId, from: first.from, to: last.to };
  if (charges.every((charge) => charge !== undefined)) {
    const { count, voidedCount } = await countUsage({ db }, time);
    const total = (field: "eventCount" | "voidedCount") =>
      charges.reduce((sum, charge) => sum + Number(charge[field]), 0);
    if (total("eventCount") === count && total("voidedCount") === voidedCount) return [];
  }
  if (end - start === 1) return [start];
  const middle = Math.ceil((start + end) / 2);
  return [...(await changedIn(stretch, start, middle)), ...(await changedIn(stretch, middle, end))];
}

/** Prices a period, and stores what it costs. */
export async function quoteOf(
  { db }: PriceParts,
  subscriptionId: string,
  { from, to, card }: PricedPeriod,
): Promise<PeriodQuote> {
  const period = { subscriptionId, from, to };
  // Counted first: if an event is voided meanwhile, the counts differ at the next look, and the period is priced again.
  const voidedCount = await countVoids(db, period);
  const quote = await priceRecordedUsage({ db }, card, period);
  await putCharge(db, {
    subscriptionId,
    startsAt: from,
    eventCount: BigInt(quote.usageEventCount),
    voidedCount: BigInt(voidedCount),
    amount: new Prisma.Decimal(quote.amount),
  });
  return quote;
}
