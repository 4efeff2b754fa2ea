import { Exact, toUsdc, zero } from "./decimals.ts";
import type { RatedLine } from "./rate.ts";

/** A line of a bill. Its quantity and its price have as many decimal places as they need; a deduction has a negative amount. */
export interface BillLine {
  readonly description: string;
  readonly quantity: string;
  readonly unitAmount: string;
  readonly amount: string;
}

/** How many characters the description of an invoice's line has at most. */
const maxDescription = 200;
/** An invoice has at most 100 lines. One may be for prepaid usage, and one for earlier periods. */
const maxDetailed = 98;

/**
 * The lines of a bill: a line for each price of the period, one that takes off what prepaid balances have paid for it, and one
 * for what earlier periods cost more, or less, than was billed for them. Their amounts add up exactly.
 *
 * @param lines of the period's `Rating`
 * @param prepaid a decimal
 * @param broughtForward a decimal, negative if it is a deduction
 */
export function billLines(
  lines: readonly RatedLine[],
  prepaid: string,
  broughtForward: string,
): BillLine[] {
  const others = [
    once("Prepaid usage", new Exact(prepaid).negated()),
    once("Changes to earlier periods", new Exact(broughtForward)),
  ];
  return [...chargeLines(lines), ...others.filter(({ amount }) => !new Exact(amount).isZero())];
}

/** The lines of a period that cost something, with a line for each price: units × price = amount. */
function chargeLines(lines: readonly RatedLine[]): BillLine[] {
  const due = lines.filter(({ amount }) => new Exact(amount).gt(0));
  const detailed = due.flatMap(linesOf);
  if (detailed.length <= maxDetailed) return detailed;
  return due.map(({ description, amount }) => once(description, new Exact(amount)));
}

/** A line for each part of a rated line. Its amount is the rounded cost of the parts so far, less what earlier lines bill. */
function linesOf({ description, parts, amount }: RatedLine): BillLine[] {
  let cost = zero;
  let billed = zero;
  return parts.map((part, place) => {
    cost = cost.plus(part.amount);
    const due = place === parts.length - 1 ? new Exact(amount) : toUsdc(cost);
    const line = pricedLine(description, part, due.minus(billed));
    billed = due;
    return line;
  });
}

const sizes = [
  [1_000_000, ", in millions"],
  [1_000, ", in thousands"],
  [1, ""],
] as const;

/** A very small price is shown for a thousand or a million units, if there are so many. */
function pricedLine(
  description: string,
  { quantity, unitAmount }: RatedLine["parts"][number],
  amount: Exact,
): BillLine {
  for (const [size, words] of sizes) {
    const units = new Exact(quantity).div(size);
    const price = new Exact(unitAmount).times(size);
    const isReadable = size === 1 || (units.gte(1) && !fits(new Exact(unitAmount), 6));
    if (!isReadable || !fits(units, 6) || !fits(price, 12)) continue;
    return {
      description: withWords(description, words),
      quantity: units.toFixed(),
      unitAmount: price.toFixed(),
      amount: amount.toFixed(6),
    };
  }
  return once(withWords(description, `, ${quantity} × ${unitAmount}`), amount);
}

const fits = (value: Exact, places: number) => value.decimalPlaces() <= places && value.lt("1e18");

const withWords = (description: string, words: string) =>
  description.length + words.length <= maxDescription ? `${description}${words}` : description;

function once(description: string, amount: Exact): BillLine {
  const text = amount.toFixed(6);
  return { description, quantity: "1", unitAmount: text, amount: text };
}
