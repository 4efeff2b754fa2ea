import {
  type Bill,
  type BilledEvent,
  type BilledPeriod,
  type BilledUsage,
  type PrefixTotals,
  ProofError,
  rateCardHash,
  UsageMeter,
} from "@usance/proofs";
import { prefixesOf, rate } from "@usance/rating";
import { amountText, isEqual, isZero, quantityText, sum, utcText } from "@usance/ui";
import type { InvoiceProof } from "../api/billed-api.ts";
import { bad, type Finding, good, open } from "./findings.ts";

type RateCards = InvoiceProof["rateCards"];

/**
 * Measures and rates the usage of a bill again.
 *
 * @param pages of its usage events, oldest first
 * @throws ProofError for events that no bill can have, and RatingError for prices that no rate card can have
 */
export async function verifyUsage(
  { usage, amount }: Bill,
  cards: RateCards,
  pages: AsyncIterable<readonly BilledEvent[]>,
): Promise<readonly Finding[]> {
  if (usage === null) {
    return [
      open(
        "This invoice bills no usage that the service measured; its lines are fixed by the bill.",
      ),
    ];
  }
  const periods = measuredPeriods(usage, cards);
  const keys = new Set<string>();
  for await (const events of pages) {
    for (const event of events) {
      const name = `The usage event ${event.eventKey}`;
      if (keys.has(event.eventKey)) throw new ProofError(`${name} is there twice.`);
      keys.add(event.eventKey);
      const at = Date.parse(event.occurredAt);
      const period = periods.find(({ from, to }) => from <= at && at < to);
      if (period === undefined) throw new ProofError(`${name} is in no period of the bill.`);
      period.meter.add(event, name);
    }
  }
  const count = quantityText(String(keys.size));
  const read = `This browser read ${count} usage event${keys.size === 1 ? "" : "s"}`;
  const differences = periods.map(({ billed, meter }) => differenceIn(billed, meter.end().totals));
  const difference = differences.find((one) => one !== null);
  return [
    difference === undefined
      ? good(`${read}: exactly the counts, sums and hashes of the bill.`)
      : bad(`${read}: not those of the bill. First, ${difference}.`),
    usage.periods.map((period) => wrongPriceOf(period, cards)).find((one) => one !== null) ??
      ofSums(usage, amount),
  ];
}

/** @throws ProofError for periods that overlap, in which the same usage would cost twice */
function measuredPeriods({ periods }: BilledUsage, cards: RateCards) {
  const measured = periods.map((billed) => {
    const card = cardOf(billed, cards);
    const prefixes = card ? prefixesOf(card.components) : billed.totals.map(({ prefix }) => prefix);
    return {
      billed,
      from: Date.parse(billed.from),
      to: billed.to === null ? Number.POSITIVE_INFINITY : Date.parse(billed.to),
      meter: new UsageMeter(prefixes),
    };
  });
  const isInOrder = measured.every(
    ({ from, to }, place) => from <= to && to <= (measured[place + 1]?.from ?? to),
  );
  if (!isInOrder) throw new ProofError("The periods of the bill overlap.");
  return measured;
}

/** The rate card that the bill names by its hash, whatever the service says is its id. */
const cardOf = (period: BilledPeriod, cards: RateCards) =>
  cards.find(({ components }) => rateCardHash(components) === period.rateCardHash);

const fields = {
  count: "number of events",
  quantity: "sum",
  max: "largest quantity",
  last: "last quantity",
} as const;

/** The first difference between the totals in the bill and those of the events, in words. */
function differenceIn(billed: BilledPeriod, read: readonly PrefixTotals[]): string | null {
  const { totals } = billed;
  for (const { prefix } of [...totals, ...read]) {
    const [inBill, inEvents] = [totals, read].map((all) =>
      all.find((one) => one.prefix === prefix),
    );
    const where = `in the ${nameOf(billed)}${prefix === "" ? "" : `, under ${prefix}`}`;
    for (const [field, name] of Object.entries(fields) as [keyof typeof fields, string][]) {
      const [one, other] = [inEvents, inBill].map((of) => quantityText(String(of?.[field] ?? 0)));
      if (one !== other) return `${where}, the ${name} is ${one}, and ${other} in the bill`;
    }
    if (inBill?.root !== inEvents?.root) return `${where}, the hash of the events is another`;
  }
  // The last one has the last event of all. None may be there twice.
  const isInOrder = totals.every(({ prefix }, place) => prefix === read[place]?.prefix);
  return isInOrder ? null : `in the ${nameOf(billed)}, the order of the prefixes is another`;
}

/** Rates the totals of a period again. @returns null when they cost what the bill says, or no rate card prices them */
function wrongPriceOf(period: BilledPeriod, cards: RateCards): Finding | null {
  const { rateCardId, charge, totals } = period;
  if (rateCardId === null) return null;
  const card = cardOf(period, cards);
  const name = nameOf(period);
  if (card === undefined) {
    return bad(`The rate card of the ${name} is not the one that the bill names.`);
  }
  const rated = rate(card.components, totals).amount;
  if (charge !== null && isEqual(rated, charge)) return null;
  const cost = `By its rate card, the ${name} costs ${amountText(rated)} USDC`;
  return bad(`${cost}, and ${charge === null ? "nothing" : amountText(charge)} in the bill.`);
}

function ofSums(usage: BilledUsage, amount: string): Finding {
  const { billNumber, billBefore, periods, charged, billed } = usage;
  const charges = periods.flatMap((one) => (one.rateCardId === null ? [] : (one.charge ?? [])));
  if (charged === null || charges.length < periods.length) {
    return open("The seller says what this usage costs.");
  }
  const isAlone = periods.every(({ chargeBefore }) => chargeBefore === null);
  // Without a bill before, all that is charged is in this one.
  const fits = billBefore !== null || (isAlone && isZero(billed) && isEqual(sum(charges), charged));
  const isAmount = isEqual(charged, sum([billed, amount]));
  if (!fits || (!isAmount && billNumber !== null)) {
    return bad("What the usage costs, less what earlier bills asked for, is not the amount.");
  }
  if (!isAmount) {
    const cost = amountText(charged);
    return open(`The seller set the amount. By the rate card, the usage costs ${cost} USDC.`);
  }
  return isAlone && isEqual(sum(charges), amount)
    ? good("By the rate card that the bill names, its usage costs exactly its amount.")
    : open(
        "The periods cost what the bill says. Its amount also counts earlier bills, which this browser did not read.",
      );
}

const nameOf = ({ from }: BilledPeriod) => `period from ${utcText(from)}`;
