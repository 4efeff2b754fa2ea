import { type BilledPeriod, type PrefixTotals, rateCardHash } from "@usance/proofs";
import { type Component, prefixesOf, RatingError, rate } from "@usance/rating";
import { findCardsOfPlan } from "../../catalog/rate-cards/store.ts";
import type { Invoice } from "../../db/generated/client.ts";
import { Amount } from "../../kit/money.ts";
import type { Storage } from "../../operation/ports/parts.ts";
import { measureAsOf, type PeriodAsOf } from "../../usage/measure-usage.ts";
import { loadBill } from "./billed-events.ts";

interface Reading extends Storage {
  /** Waits for a turn to read usage. @returns what ends it */
  readonly turn: () => Promise<() => void>;
}

/**
 * Finds whether the usage of an invoice costs no more than its payer signed: no card prices it, or one that was signed, or
 * it costs no more than by one of those. Reading the usage again may take a minute. The answer never changes.
 *
 * @param signed the hashes of rate cards of the invoice's plan
 * @throws Refusal 503 when that takes too long
 */
export async function costsAsSigned(
  work: Reading,
  { id, paymentPlanId }: Pick<Invoice, "id" | "paymentPlanId">,
  signed: readonly string[],
): Promise<boolean> {
  const { bill, periods } = await loadBill(work.db, id);
  const others = (bill.usage?.periods ?? []).flatMap((billed, place) => {
    const period = periods[place];
    const isSigned = billed.rateCardHash === null || signed.includes(billed.rateCardHash);
    return isSigned || period === undefined ? [] : [{ billed, period }];
  });
  if (others.length === 0) return true;
  const cards = (await findCardsOfPlan(work.db, paymentPlanId))
    .map(({ components }) => components)
    .filter((components) => signed.includes(rateCardHash(components)));
  for (const { billed, period } of others) {
    if (!(await costsNoMore(work, billed, period, cards))) return false;
  }
  return true;
}

/** Finds whether a period costs no more than by one of the cards. */
async function costsNoMore(
  work: Reading,
  billed: BilledPeriod,
  period: PeriodAsOf,
  cards: readonly (readonly Component[])[],
): Promise<boolean> {
  for (const components of cards) {
    const totals = await totalsBy(components, work, billed, period);
    const amount = totals && amountBy(components, totals);
    if (amount?.gte(billed.charge ?? 0)) return true;
  }
  return false;
}

/** The usage of a billed period as a card prices it. @returns null when it cannot be read as it was billed */
async function totalsBy(
  components: readonly Component[],
  work: Reading,
  { totals }: BilledPeriod,
  period: PeriodAsOf,
): Promise<readonly PrefixTotals[] | null> {
  const billed = totals.map(({ prefix }) => prefix);
  const prefixes = prefixesOf(components);
  // Usage of another prefix is in the total without a prefix, if there is one.
  if (!billed.includes("") || prefixes.every((prefix) => billed.includes(prefix))) return totals;
  const end = await work.turn();
  try {
    const again = await measureAsOf(work, period, billed);
    const isAsBilled = rootsOf(again) === rootsOf(totals);
    return isAsBilled ? await measureAsOf(work, period, prefixes) : null;
  } finally {
    end();
  }
}

const rootsOf = (totals: readonly PrefixTotals[]) => JSON.stringify(totals.map(({ root }) => root));

/** @returns null for more than an invoice can bill */
function amountBy(
  components: readonly Component[],
  totals: readonly PrefixTotals[],
): Amount | null {
  try {
    return new Amount(rate(components, totals).amount);
  } catch (error) {
    if (error instanceof RatingError) return null;
    throw error;
  }
}
