import {
  type Component,
  type PrefixUsage,
  prefixesOf,
  usagePricer,
  usageUnits,
} from "@usance/rating";
import { isDistributed, type Queryable } from "../../db/client.ts";
import { Prisma } from "../../db/generated/client.ts";
import { runStatement } from "../../db/statements.ts";
import { Amount, fromTokenUnits } from "../../kit/money.ts";
import type { Storage } from "../../operation/ports/parts.ts";
import { inTime, type MeasuredUsage, type Period, withinPeriod } from "../measure-usage.ts";
import { type Card, measurePriced, priceUsage } from "../quotes/create-quote.ts";

const { empty, sql } = Prisma;

/** The usage of a period, and what is left to bill for it. */
export interface UnpaidUsage extends MeasuredUsage {
  /** What a prepaid balance has paid for it, in USDC. */
  readonly prepaid: Amount;
  /** What it costs by the card, less that. */
  readonly charge: Amount;
}

/**
 * Measures what a subscription has used in a period, and what a prepaid balance has paid for it, in one snapshot.
 *
 * @param period as the subscription's calendar has it: what was charged by the rate card is stored by its start
 * @throws Refusal as `measureUsage` and `priceUsage` do
 */
export function measureUnpaid({ db }: Storage, card: Card, period: Period): Promise<UnpaidUsage> {
  return inTime(db, async (tx) => {
    const measured = await measurePriced({ db: tx }, card, period);
    const { amount } = priceUsage(card, measured.totals);
    const prepaid = prepaidFor(card, measured.totals, await chargesOf(tx, card, period));
    return { ...measured, prepaid, charge: new Amount(amount).minus(prepaid) };
  });
}

/** What a balance was charged for the usage of a period. */
interface Charges {
  /** By the rate card. */
  readonly byCard: Amount;
  /** Amounts that the seller named, for events that the card prices. */
  readonly own: Amount;
}

/** A seller's charge can be more than the card's price. So it pays for usage alone, and never for fees and minimums. */
function prepaidFor(
  { components }: Card,
  totals: readonly PrefixUsage[],
  { byCard, own }: Charges,
): Amount {
  if (own.isZero()) return byCard;
  const left = fromTokenUnits(usagePricer(components)(totals.map(usageUnits))).minus(byCard);
  return byCard.plus(Amount.max(0, Amount.min(own, left)));
}

interface ChargesRow {
  readonly byCard: string | null;
  readonly own: string | null;
}

/** Reads the charges of events that are not voided. */
async function chargesOf(tx: Queryable, { components }: Card, period: Period): Promise<Charges> {
  const { subscriptionId, from } = period;
  const charged = sql`${await withinPeriod(tx, period)} ${andPriced(components)}`;
  // Citus joins usage events with no other table: it reads them first.
  const isReadFirst = isDistributed(tx);
  const event = isReadFirst
    ? sql`WITH event AS MATERIALIZED (SELECT id FROM usage_events WHERE ${charged})`
    : empty;
  const { text, values } = sql`
    ${event}
    SELECT (SELECT charged FROM prepaid_periods
             WHERE subscription_id = ${subscriptionId} AND starts_at = ${from}) AS "byCard",
           (SELECT -sum(entry.available + entry.held)
              FROM ${isReadFirst ? sql`event AS usage_events` : sql`usage_events`}
              JOIN balance_entries entry
                ON entry.usage_event_id = usage_events.id AND entry.balance_id = ANY (charging.ids)
             WHERE entry.rate_card_id IS NULL ${isReadFirst ? empty : sql`AND ${charged}`}) AS own
      FROM (SELECT array_agg(balance.id) AS ids
              FROM subscriptions subscription
              JOIN balances balance
                ON balance.service_id = subscription.service_id AND balance.user_id = subscription.user_id
             WHERE subscription.id = ${subscriptionId}) charging
     WHERE charging.ids IS NOT NULL`;
  const [row] = await runStatement<ChargesRow>(tx, { text }, values);
  return { byCard: new Amount(row?.byCard ?? 0), own: new Amount(row?.own ?? 0) };
}

/** A condition after AND for the events that some component prices. */
function andPriced(components: readonly Component[]): Prisma.Sql {
  const pricesAll = components.some((one) => !("amount" in one) && !one.prefix);
  return pricesAll
    ? empty
    : sql`AND split_part(event_key, ':', 1) = ANY (${prefixesOf(components)}::text[])`;
}

/** Finds for which of a subscription's events a balance has paid. By the rate card, it has also paid for those that cost nothing. */
export async function findPaidKeys(
  db: Queryable,
  { subscriptionId }: { readonly subscriptionId: string | null },
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.$queryRaw<{ readonly eventKey: string }[]>`
    WITH event AS MATERIALIZED (
      SELECT id, event_key FROM usage_events
       WHERE subscription_id = ${subscriptionId} AND event_key = ANY (${keys}::text[]))
    SELECT event_key AS "eventKey"
      FROM event JOIN balance_entries entry ON entry.usage_event_id = event.id
     WHERE (entry.rate_card_id IS NOT NULL OR entry.available + entry.held <> 0)`;
  return new Set(rows.map(({ eventKey }) => eventKey));
}
