import { type Component, prefixesOf } from "@usance/rating";
import type { RowsToWrite } from "../../balances/book-store.ts";
import type { BillingInterval } from "../../db/generated/client.ts";
import { type AnyTransaction, given, runStatement, textArray } from "../../db/statements.ts";
import { textOfUnits, unitsOfText } from "../../kit/money.ts";
import {
  hasExtremes,
  type PrepaidPeriod,
  type PricingCard,
  readTotals,
  type StoredTotal,
  storedTotals,
  type Totals,
} from "./prepaid-period.ts";

/** How the periods of a subscription are counted, and whose rate cards price them. */
export interface BillingTerms {
  readonly id: string;
  readonly paymentPlanId: string;
  readonly anchor: Date;
  readonly interval: BillingInterval;
}

const terms = {
  name: "find_billing_terms",
  text: `
  SELECT subscription.id, subscription.payment_plan_id AS "paymentPlanId", subscription.billing_anchor AS anchor,
         plan.billing_interval::text AS interval
    FROM subscriptions subscription JOIN payment_plans plan ON plan.id = subscription.payment_plan_id
   WHERE subscription.id = ANY ($1::text[])`,
};

/** Finds the billing terms of those subscriptions that exist. */
export function findBillingTerms(
  db: AnyTransaction,
  subscriptionIds: readonly string[],
): Promise<BillingTerms[]> {
  return runStatement(db, terms, [textArray([...new Set(subscriptionIds)], (id) => id)]);
}

/** A period of a subscription. */
export interface PeriodStart {
  readonly subscriptionId: string;
  readonly paymentPlanId: string;
  readonly from: Date;
  /** The card that is in effect then prices it. */
  readonly pricedAt: Date;
}

/** The card that prices a period, and what was charged by it. */
export interface FoundPeriod {
  readonly card: PricingCard;
  readonly charged: bigint;
  /** null: another card counted this usage, so it must be counted again. */
  readonly totals: Totals | null;
}

const periods = {
  name: "find_prepaid_periods",
  text: `
  SELECT given.place::int, card.id, card.components, prepaid.rate_card_id AS "countedBy",
         prepaid.charged::text, prepaid.totals
    FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[]) WITH ORDINALITY
      AS given (subscription_id, payment_plan_id, starts_at, priced_at, place)
   CROSS JOIN LATERAL (SELECT id, components FROM rate_cards one
                        WHERE one.payment_plan_id = given.payment_plan_id AND one.effective_from <= given.priced_at
                        ORDER BY effective_from DESC, version DESC LIMIT 1) card
    LEFT JOIN prepaid_periods prepaid
      ON prepaid.subscription_id = given.subscription_id AND prepaid.starts_at = given.starts_at`,
};

/**
 * Finds what was charged for the usage of periods by their rate cards.
 *
 * @param asked distinct periods, of subscriptions whose balances are locked
 * @returns for each its period, in order; null: no card prices it
 */
export async function findPrepaidPeriods(
  db: AnyTransaction,
  asked: readonly PeriodStart[],
): Promise<(FoundPeriod | null)[]> {
  interface Row {
    readonly place: number;
    readonly id: string;
    readonly components: Component[];
    readonly countedBy: string | null;
    readonly charged: string | null;
    readonly totals: StoredTotal[] | null;
  }
  const rows = await runStatement<Row>(db, periods, [
    textArray(asked, ({ subscriptionId }) => subscriptionId),
    textArray(asked, ({ paymentPlanId }) => paymentPlanId),
    textArray(asked, ({ from }) => from.toISOString()),
    textArray(asked, ({ pricedAt }) => pricedAt.toISOString()),
  ]);
  const found: (FoundPeriod | null)[] = asked.map(() => null);
  for (const { place, id, components, countedBy, charged, totals } of rows) {
    found[place - 1] = {
      card: { id, components },
      charged: charged === null ? 0n : unitsOfText(charged),
      totals: countedBy !== null && countedBy !== id ? null : readTotals(totals ?? []),
    };
  }
  return found;
}

/** Voided events do not count. Texts are compared by their bytes. */
const count = {
  name: "count_prepaid_usage",
  text: `
  SELECT prefix, sum(quantity)::text AS quantity, count(*)::int AS count, max(quantity)::text AS max,
         (array_agg(json_build_array((extract(epoch FROM occurred_at) * 1000)::bigint, quantity::text, event_key)
                    ORDER BY occurred_at DESC, quantity DESC, event_key COLLATE "C" DESC))[1] AS last
    FROM (SELECT event.*, CASE WHEN split_part(event.event_key, ':', 1) = ANY ($4::text[])
                               THEN split_part(event.event_key, ':', 1) ELSE '' END AS prefix
            FROM usage_events event JOIN balance_entries entry ON entry.usage_event_id = event.id
           WHERE event.subscription_id = $1 AND event.occurred_at >= $2 AND ($3::timestamptz IS NULL OR event.occurred_at < $3)
             AND entry.rate_card_id IS NOT NULL
             AND NOT EXISTS (SELECT FROM usage_event_voids void
                              WHERE void.subscription_id = event.subscription_id AND void.event_key = event.event_key)) used
   GROUP BY prefix`,
};

/** Counts the usage of a period that was charged by rate cards, as one of them prices it. */
export async function countPrepaidUsage(
  db: AnyTransaction,
  { subscriptionId, from, to }: Pick<PrepaidPeriod, "subscriptionId" | "from" | "to">,
  card: PricingCard,
): Promise<Totals> {
  interface Row {
    readonly prefix: string;
    readonly quantity: string;
    readonly count: number;
    readonly max: string;
    readonly last: readonly [at: number, quantity: string, eventKey: string];
  }
  const rows = await runStatement<Row>(db, count, [
    subscriptionId,
    from.toISOString(),
    to?.toISOString() ?? null,
    textArray(prefixesOf(card.components), (prefix) => prefix),
  ]);
  const isOrdered = hasExtremes(card);
  return readTotals(
    rows.map(({ prefix, quantity, count: events, max, last }) => [
      prefix,
      quantity,
      events,
      isOrdered ? [max, ...last] : null,
    ]),
  );
}

const rowTypes = ["text", "timestamptz", "text", "text", "numeric", "jsonb"];

/** Stores periods of a locked balance. */
export function periodsToWrite(
  changed: readonly { readonly period: PrepaidPeriod; readonly balanceId: string }[],
): RowsToWrite[] {
  if (changed.length === 0) return [];
  const text = (first: number) => `
    INSERT INTO prepaid_periods (subscription_id, starts_at, balance_id, rate_card_id, charged, totals)
    SELECT * FROM ${given(rowTypes, first)} AS given
    ON CONFLICT (subscription_id, starts_at)
    DO UPDATE SET rate_card_id = excluded.rate_card_id, charged = excluded.charged, totals = excluded.totals
    RETURNING 1`;
  const values = [
    textArray(changed, ({ period }) => period.subscriptionId),
    textArray(changed, ({ period }) => period.from.toISOString()),
    textArray(changed, ({ balanceId }) => balanceId),
    textArray(changed, ({ period }) => period.card.id),
    textArray(changed, ({ period }) => textOfUnits(period.charged)),
    textArray(changed, ({ period }) => JSON.stringify(storedTotals(period.totals))),
  ];
  return [{ name: "price_periods", text, values, count: changed.length }];
}
