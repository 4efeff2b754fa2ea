import type { Component } from "@usance/rating";
import { LRUCache } from "lru-cache";
import type { RowsToWrite } from "../../balances/book-store.ts";
import type { BillingInterval } from "../../db/generated/client.ts";
import { type AnyTransaction, given, runStatement, textArray } from "../../db/statements.ts";
import { textOfUnits, unitsOfText } from "../../kit/money.ts";
import {
  type Charged,
  type Extremes,
  type PrepaidPeriod,
  type PricedUsage,
  type PricingCard,
  pricingCard,
  readShares,
  readTotals,
  type StoredShare,
  type StoredTotal,
  storedShares,
  storedTotals,
} from "./prepaid-period.ts";

/** How the periods of a subscription are counted, and whose rate cards price them. */
export interface BillingTerms {
  readonly id: string;
  readonly paymentPlanId: string;
  readonly anchor: Date;
  readonly interval: BillingInterval;
  /** The general one of its service and user; null: they have none. */
  readonly balanceId: string | null;
}

const terms = {
  name: "find_billing_terms",
  text: `
  SELECT subscription.id, subscription.payment_plan_id AS "paymentPlanId", subscription.billing_anchor AS anchor,
         plan.billing_interval::text AS interval, balance.id AS "balanceId"
    FROM subscriptions subscription
    JOIN payment_plans plan ON plan.id = subscription.payment_plan_id
    LEFT JOIN balances balance ON balance.service_id = subscription.service_id AND balance.user_id = subscription.user_id
     AND balance.key_prefix IS NULL
   WHERE subscription.id = ANY ($1::text[])`,
};

/** Finds the billing terms of the subscriptions of some usage, as far as they exist. */
export async function findBillingTerms(
  db: AnyTransaction,
  usage: readonly Pick<PricedUsage, "subscriptionId">[],
): Promise<BillingTerms[]> {
  const ids = new Set(usage.map(({ subscriptionId }) => subscriptionId));
  return ids.size === 0 ? [] : runStatement(db, terms, [[...ids]]);
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
export interface FoundPeriod extends Charged {
  readonly card: PricingCard;
}

/** A card that is added later, for the same start, does not change a period that has charges. */
const periods = {
  name: "find_prepaid_periods",
  text: `
  SELECT given.place::int, coalesce(prepaid.rate_card_id, card.id) AS "rateCardId", prepaid.charged::text, prepaid.shares,
         prepaid.totals
    FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[]) WITH ORDINALITY
      AS given (subscription_id, payment_plan_id, starts_at, priced_at, place)
    LEFT JOIN prepaid_periods prepaid
      ON prepaid.subscription_id = given.subscription_id AND prepaid.starts_at = given.starts_at
    LEFT JOIN LATERAL (SELECT id FROM rate_cards one
                        WHERE one.payment_plan_id = given.payment_plan_id AND one.effective_from <= given.priced_at
                        ORDER BY effective_from DESC, version DESC LIMIT 1) card ON true`,
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
    readonly rateCardId: string | null;
    readonly charged: string | null;
    readonly shares: StoredShare[] | null;
    readonly totals: StoredTotal[] | null;
  }
  const rows = await runStatement<Row>(db, periods, [
    textArray(asked, ({ subscriptionId }) => subscriptionId),
    textArray(asked, ({ paymentPlanId }) => paymentPlanId),
    textArray(asked, ({ from }) => from.toISOString()),
    textArray(asked, ({ pricedAt }) => pricedAt.toISOString()),
  ]);
  const cards = await findPricingCards(
    db,
    rows.flatMap(({ rateCardId }) => rateCardId ?? []),
  );
  const found: (FoundPeriod | null)[] = asked.map(() => null);
  for (const { place, rateCardId, charged, shares, totals } of rows) {
    const card = cards.get(rateCardId ?? "");
    if (card === undefined) continue;
    const units = charged === null ? 0n : unitsOfText(charged);
    const stored = { shares: readShares(shares ?? []), totals: readTotals(totals ?? []) };
    found[place - 1] = { card, charged: units, ...stored };
  }
  return found;
}

/** Prepared cards, by their ids: a card never changes. The size of a card is the number of its prices. */
const prepared = new LRUCache<string, PricingCard>({ maxSize: 50_000 });

const cardsById = {
  name: "find_rate_card_components",
  text: "SELECT id, components FROM rate_cards WHERE id = ANY ($1::text[])",
};

/** How many cards are read and prepared at once, which takes about 20 ms of the largest. Between them the process does other work. */
const cardsAtOnce = 10;

/** @returns by their ids */
async function findPricingCards(
  db: AnyTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PricingCard>> {
  const cards = new Map<string, PricingCard>();
  const missing = new Set<string>();
  for (const id of ids) {
    const card = prepared.get(id);
    if (card === undefined) missing.add(id);
    else cards.set(id, card);
  }
  const unread = [...missing];
  while (unread.length > 0) {
    type Row = { readonly id: string; readonly components: Component[] };
    const rows = await runStatement<Row>(db, cardsById, [unread.splice(0, cardsAtOnce)]);
    for (const { id, components } of rows) {
      const card = pricingCard(id, components);
      const prices = components.flatMap((one): unknown => ("tiers" in one ? one.tiers : one));
      prepared.set(id, card, { size: prices.length });
      cards.set(id, card);
    }
  }
  return cards;
}

/** Usage of a prefix that rate cards have charged and that is not voided. The order of its last event is that of bills. */
const extremesText = (prefixCondition: string) => {
  const priced = `
    event.subscription_id = $1 AND event.occurred_at >= $2 AND ($3::timestamptz IS NULL OR event.occurred_at < $3)
    AND ${prefixCondition}
    AND NOT EXISTS (SELECT FROM usage_event_voids void
                     WHERE void.subscription_id = event.subscription_id AND void.event_key = event.event_key)`;
  const isCharged = `EXISTS (SELECT FROM balance_entries entry
                              WHERE entry.usage_event_id = event.id AND entry.rate_card_id IS NOT NULL)`;
  return `
  SELECT largest.quantity::text AS max, last.quantity::text AS quantity, last.event_key AS "eventKey",
         (extract(epoch FROM last.occurred_at) * 1000)::float8 AS at
    FROM (SELECT quantity
            FROM (SELECT * FROM usage_events event WHERE ${priced} ORDER BY quantity DESC OFFSET 0) event
           WHERE ${isCharged} ORDER BY quantity DESC LIMIT 1) largest
   CROSS JOIN (SELECT * FROM usage_events event WHERE ${priced} AND ${isCharged}
                ORDER BY occurred_at DESC, quantity DESC, event_key COLLATE "C" DESC LIMIT 1) last`;
};

const extremesOfPrefix = {
  name: "find_extremes_of_prefix",
  text: extremesText("split_part(event.event_key, ':', 1) = $4"),
};

const extremesOfRest = {
  name: "find_extremes_of_rest",
  text: extremesText("split_part(event.event_key, ':', 1) <> ALL ($4::text[])"),
};

/** Finds the largest and the last quantity of a prefix in a period. Of a million events this takes 0.4 s. */
export async function findExtremes(
  db: AnyTransaction,
  {
    subscriptionId,
    from,
    to,
    card,
  }: Pick<PrepaidPeriod, "subscriptionId" | "from" | "to" | "card">,
  prefix: string,
): Promise<Extremes> {
  interface Row {
    readonly max: string;
    readonly quantity: string;
    readonly eventKey: string;
    readonly at: number;
  }
  const [row] = await runStatement<Row>(db, prefix === "" ? extremesOfRest : extremesOfPrefix, [
    subscriptionId,
    from.toISOString(),
    to?.toISOString() ?? null,
    prefix === "" ? [...card.prefixes] : prefix,
  ]);
  if (row === undefined) throw new Error("A total that counts events must have their largest.");
  const { max, quantity, ...place } = row;
  return { max: unitsOfText(max), last: { ...place, quantity: unitsOfText(quantity) } };
}

const rowTypes = ["text", "timestamptz", "text", "text", "numeric", "jsonb", "jsonb"];

/** Stores periods of a locked general balance. */
export function periodsToWrite(
  changed: readonly { readonly period: PrepaidPeriod; readonly balanceId: string | null }[],
): RowsToWrite[] {
  if (changed.length === 0) return [];
  const text = (first: number) => `
    INSERT INTO prepaid_periods (subscription_id, starts_at, balance_id, rate_card_id, charged, shares, totals)
    SELECT * FROM ${given(rowTypes, first)} AS given
    ON CONFLICT (subscription_id, starts_at)
    DO UPDATE SET rate_card_id = excluded.rate_card_id, charged = excluded.charged, shares = excluded.shares,
                  totals = excluded.totals
    RETURNING 1`;
  const values = [
    textArray(changed, ({ period }) => period.subscriptionId),
    textArray(changed, ({ period }) => period.from.toISOString()),
    textArray(changed, ({ balanceId }) => balanceId),
    textArray(changed, ({ period }) => period.card.id),
    textArray(changed, ({ period }) => textOfUnits(period.charged)),
    textArray(changed, ({ period }) => JSON.stringify(storedShares(period.shares))),
    textArray(changed, ({ period }) => JSON.stringify(storedTotals(period.totals))),
  ];
  return [{ name: "price_periods", text, values, count: changed.length }];
}
