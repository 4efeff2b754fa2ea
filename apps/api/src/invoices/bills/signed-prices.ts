import { type BilledPeriod, type PrefixTotals, rateCardHash } from "@usance/proofs";
import { type Component, prefixesOf, RatingError, rate } from "@usance/rating";
import { findCardsOfPlan } from "../../catalog/rate-cards/store.ts";
import type { Invoice } from "../../db/generated/client.ts";
import { Amount } from "../../kit/money.ts";
import type { Storage } from "../../operation/ports/parts.ts";
import { measureAsOf, type PeriodAsOf } from "../../usage/measure-usage.ts";
import { amountDue, type Due } from "../invoice-records.ts";
import { loadBill, loadBillsBefore } from "./billed-events.ts";

interface Reading extends Storage {
  /** Waits for a turn to read usage. @returns what ends it */
  readonly turn: () => Promise<() => void>;
}

type Billed = Due & Pick<Invoice, "id" | "paymentPlanId">;

/**
 * Finds whether an invoice asks for no more than its usage costs by the prices that its payer signed: each period counts with
 * what it is billed for, but at most with what it costs by the dearest card that was signed, less what is prepaid. An amount that
 * earlier bills left counts only if they have no other prices. Reading the usage again may take a minute.
 *
 * @param signed the hashes of rate cards of the invoice's plan
 * @returns true also if no card prices the invoice
 * @throws Refusal 503 when that takes too long
 */
export async function costsAsSigned(
  work: Reading,
  invoice: Billed,
  signed: readonly string[],
): Promise<boolean> {
  const { bill, periods } = await loadBill(work.db, invoice.id);
  const { usage } = bill;
  if (usage === null || usage.charged === null) return true;
  const isSigned = ({ rateCardHash: hash }: BilledPeriod) => hash === null || signed.includes(hash);
  const added = usage.periods.reduce((sum, period) => sum.plus(newCharge(period)), new Amount(0));
  const broughtForward = new Amount(usage.charged).minus(usage.billed).minus(added);
  let allowed = Amount.min(broughtForward, 0);
  if (broughtForward.gt(0)) {
    const before = await loadBillsBefore(work.db, bill);
    const others = before.flatMap((one) => one.usage?.periods ?? []);
    const isAll = before.at(-1)?.usage?.billBefore === null;
    if (isAll && others.every(isSigned)) allowed = broughtForward;
  }
  let cards: readonly (readonly Component[])[] | undefined;
  for (const [place, billed] of usage.periods.entries()) {
    const period = periods[place];
    let part = newCharge(billed);
    if (!isSigned(billed) && part.gt(0) && period !== undefined) {
      cards ??= await signedCards(work, invoice, signed);
      part = Amount.min(part, await signedCharge(work, billed, period, cards));
    }
    allowed = allowed.plus(part);
  }
  // What was paid from a balance counts: without it, a part of a dearer invoice would be taken under the cap.
  return amountDue(invoice).plus(invoice.paidFromBalance.toFixed()).lte(allowed);
}

async function signedCards(
  { db }: Storage,
  { paymentPlanId }: Billed,
  signed: readonly string[],
): Promise<readonly (readonly Component[])[]> {
  const cards = await findCardsOfPlan(db, paymentPlanId);
  return cards.flatMap(({ components }) =>
    signed.includes(rateCardHash(components)) ? [components] : [],
  );
}

/** What a bill asks for a period beyond an earlier bill. It is negative if the period costs less by now. */
const newCharge = ({ charge, chargeBefore }: BilledPeriod): Amount =>
  new Amount(charge ?? 0).minus(chargeBefore ?? 0);

/** What a period costs by the dearest of some cards beyond what is prepaid and what an earlier bill asked for it; at least 0. */
async function signedCharge(
  work: Reading,
  billed: BilledPeriod,
  period: PeriodAsOf,
  cards: readonly (readonly Component[])[],
): Promise<Amount> {
  const asked = new Amount(billed.prepaid ?? 0).plus(billed.chargeBefore ?? 0);
  let most = new Amount(0);
  const prefixes = billed.totals.map(({ prefix }) => prefix);
  let isAsBilled: boolean | undefined;
  for (const components of cards) {
    let totals: readonly PrefixTotals[] = billed.totals;
    const named = prefixesOf(components);
    // Usage of another prefix is in the total without a prefix, if there is one.
    if (prefixes.includes("") && !named.every((prefix) => prefixes.includes(prefix))) {
      const end = await work.turn();
      try {
        isAsBilled ??= rootsOf(await measureAsOf(work, period, prefixes)) === rootsOf(totals);
        if (!isAsBilled) continue;
        totals = await measureAsOf(work, period, named);
      } finally {
        end();
      }
    }
    const amount = amountBy(components, totals);
    if (amount !== null) most = Amount.max(most, amount.minus(asked));
  }
  return most;
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
