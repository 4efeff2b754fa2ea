import { type BillLine, billLines, plainDecimal, rate } from "@usance/rating";
import type { Bill } from "../bill.ts";
import { decimalText, sum, units, usdc } from "./amounts.ts";
import { bad, type Finding, good, open } from "./findings.ts";
import { componentsOf, type RateCards } from "./rate-cards.ts";

/** Whether the lines of a bill add up to its amount. */
export function verifySum({ lines, amount }: Bill): Finding {
  if (lines.length === 0) return good("The bill has no lines, only its amount.");
  return sum(lines.map((line) => units(line.amount))) === units(amount)
    ? good(`The lines add up to exactly ${usdc(units(amount))}.`)
    : bad(`The lines do not add up to ${usdc(units(amount))}.`);
}

/**
 * Compares the lines of a bill with those that its rate card gives. The biller uses those; another program may write its own.
 *
 * @returns null when there is nothing to compare: no lines, no rate card, or another amount than it gives
 */
export function verifyLines({ lines, amount, usage }: Bill, cards: RateCards): Finding | null {
  const own = usage?.periods.at(-1);
  const components = own && componentsOf(own, cards);
  if (!usage?.charged || !own?.charge || components === undefined || lines.length === 0)
    return null;
  if (units(usage.charged) !== units(usage.billed) + units(amount)) return null;
  const before = decimalText(units(amount) - units(own.charge));
  const { lines: rated } = rate(components, own.totals);
  const expected = billLines(rated, own.prepaid ?? "0", before).map(textOf);
  const found = lines.map(textOf);
  // After the end of a subscription, a bill is for changes to a period that an earlier one has.
  const isOfChanges =
    own.chargeBefore !== null && found.join() === billLines([], "0", amount).map(textOf).join();
  const place = expected.findIndex((line, at) => line !== found[at]);
  if (isOfChanges || (place === -1 && found.length === expected.length)) {
    return good("Each line is the one that the rate card gives, with its units and its price.");
  }
  const at = place === -1 ? expected.length : place;
  const [one = "none", other = "none"] = [found[at], expected[at]];
  return open(
    `The seller wrote the lines. By the rate card, the first other one, line ${at + 1}, is ${other}, and here ${one}.`,
  );
}

/** A line as the rate card's, or as a bill's, whose decimals have six places at least. */
const textOf = ({ description, quantity, unitAmount, amount }: BillLine): string =>
  `“${description}: ${plainDecimal(quantity)} × ${plainDecimal(unitAmount)} = ${plainDecimal(amount)}”`;
