import { rate } from "@usance/rating";
import type { Bill, BilledPeriod, BilledUsage } from "../bill.ts";
import { sum, units, usdc } from "./amounts.ts";
import { bad, type Finding, good, open } from "./findings.ts";
import { cardOf, nameOf, type RateCard } from "./rate-cards.ts";

/** Rates the totals of a period again. @returns null when they cost what the bill says, or no rate card prices them */
export function wrongPriceOf(period: BilledPeriod, cards: readonly RateCard[]): Finding | null {
  const { rateCardHash, charge, totals } = period;
  if (rateCardHash === null && charge === null) return null;
  const card = cardOf(period, cards);
  const name = nameOf(period);
  if (card === undefined) {
    return bad(`The rate card of the ${name} is not the one that the bill names.`);
  }
  const rated = units(rate(card.components, totals).amount);
  if (charge !== null && rated === units(charge)) return null;
  const cost = `By its rate card, the ${name} costs ${usdc(rated)}`;
  return bad(`${cost}, and ${charge === null ? "nothing" : usdc(units(charge))} in the bill.`);
}

/**
 * Compares the amount of a bill with what its periods cost.
 *
 * @param isChained whether the bills before it were compared with it
 */
export function verifyAmount(
  { amount }: Bill,
  { billNumber, billBefore, periods, charged, billed }: BilledUsage,
  isChained: boolean,
): Finding {
  const charges = periods.flatMap(({ charge }) => (charge === null ? [] : units(charge)));
  if (charged === null || charges.length < periods.length) {
    return open("The seller says what this usage costs.");
  }
  const isAlone = periods.every(({ chargeBefore }) => chargeBefore === null);
  // Without a bill before, all that is charged is in this one.
  const isFirst = isAlone && units(billed) === 0n && sum(charges) === units(charged);
  const isAmount = units(charged) === units(billed) + units(amount);
  if ((billBefore === null && !isFirst) || (!isAmount && billNumber !== null)) {
    return bad("What the usage costs, less what earlier bills asked for, is not the amount.");
  }
  if (!isAmount) {
    const cost = usdc(units(charged));
    return open(`The seller set the amount. By the rate card, the usage costs ${cost}.`);
  }
  if (isAlone && sum(charges) === units(amount)) {
    return good("By the rate card that the bill names, its usage costs exactly its amount.");
  }
  return isChained
    ? good(
        "By their rate cards, and with what the bills before it counted, exactly the amount is due.",
      )
    : open(
        "The periods cost what the bill says. Its amount also counts earlier bills, which are not part of this proof.",
      );
}
