import { rate } from "@usance/rating";
import type { Bill, BilledPeriod, BilledUsage } from "../bill.ts";
import { sum, units, usdc } from "./amounts.ts";
import { bad, type Finding, good, open } from "./findings.ts";
import { componentsOf, periodName, type RateCards } from "./rate-cards.ts";

/**
 * Rates the totals of a period again. What the seller states as prepaid lowers the bill, so nobody needs it proven.
 *
 * @returns null when they cost what the bill says, or no rate card prices them
 */
export function wrongPriceOf(period: BilledPeriod, cards: RateCards): Finding | null {
  const { rateCardHash, prepaid, charge, totals } = period;
  if (rateCardHash === null && charge === null) return null;
  const components = componentsOf(period, cards);
  const name = periodName(period);
  if (components === undefined) {
    return bad(`The rate card of the ${name} is not the one that the bill names.`);
  }
  const rated = units(rate(components, totals).amount);
  const paid = units(prepaid ?? "0.000000");
  if (charge !== null && rated - paid === units(charge)) return null;
  const less = paid === 0n ? "" : ` less ${usdc(paid)} that is prepaid`;
  const cost = `By its rate card, the ${name} costs ${usdc(rated)}${less}`;
  return bad(`${cost}, and ${charge === null ? "nothing" : usdc(units(charge))} in the bill.`);
}

/** Compares the amount of a bill with what its periods cost. The bill follows from those before it. */
export function verifyAmount({ amount }: Bill, usage: BilledUsage): Finding {
  const { billNumber, periods, charged, billed } = usage;
  if (charged === null) return open("The seller says what this usage costs.");
  const due = units(charged) - units(billed);
  if (due !== units(amount)) {
    return open(`The seller set the amount. By the rate card, ${usdc(due)} is due.`);
  }
  const times = periods.map(
    ({ from, to }) => `${dayOf(from)} to ${to === null ? "its end" : dayOf(to)}`,
  );
  const own = sum(periods.map(({ charge }) => units(charge ?? "0.000000")));
  const paid = sum(periods.map(({ prepaid }) => units(prepaid ?? "0.000000")));
  const less =
    paid === 0n ? "" : `, after ${usdc(paid)} that prepaid balances have paid, says the seller`;
  return billNumber === null || own === units(amount)
    ? good(
        `By the rate card that the bill names, its usage from ${times.join(" and ")} costs exactly its amount${less}.`,
      )
    : good(
        `By their rate cards, and with what the bills before counted, the periods from ${times.join(" and ")} cost exactly the amount${less}.`,
      );
}

/** The moment in UTC, as short as it can be. */
const dayOf = (time: string) => time.replace("T00:00:00.000Z", "").replace(".000Z", "Z");
