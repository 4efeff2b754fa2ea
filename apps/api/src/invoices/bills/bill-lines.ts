import type { RatedLine } from "@usance/rating";
import { Amount, formatAmount } from "../../kit/money.ts";

/** A line of a bill, as `POST /invoices` takes it. Its amount is negative if it is a deduction. */
export interface BillLine {
  readonly description: string;
  readonly quantity: string;
  readonly unitAmount: string;
  readonly amount: string;
}

/** How many characters the description of an invoice's line has at most. */
const maxDescription = 200;
/** An invoice has at most 100 lines, and one may be for earlier periods. */
const maxDetailed = 99;

/**
 * The lines of a bill: a line for each price of the period, and one for what earlier periods cost more, or less, than was
 * billed for them. Their amounts add up exactly.
 */
export function billLines(lines: readonly RatedLine[], broughtForward: Amount): BillLine[] {
  const charges = chargeLines(lines);
  if (broughtForward.isZero()) return charges;
  return [...charges, once("Changes to earlier periods", broughtForward)];
}

/** The lines of a period that cost something, with a line for each price: units × price = amount. */
function chargeLines(lines: readonly RatedLine[]): BillLine[] {
  const due = lines.filter(({ amount }) => new Amount(amount).gt(0));
  const detailed = due.flatMap(linesOf);
  if (detailed.length <= maxDetailed) return detailed;
  return due.map(({ description, amount }) => once(description, new Amount(amount)));
}

/** Each part is rounded to what all parts so far cost, less what the lines before it bill. */
function linesOf({ description, parts, amount }: RatedLine): BillLine[] {
  let cost = new Amount(0);
  let billed = new Amount(0);
  return parts.map((part, place) => {
    cost = cost.plus(part.amount);
    const due = place === parts.length - 1 ? new Amount(amount) : new Amount(formatAmount(cost));
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
  amount: Amount,
): BillLine {
  for (const [size, words] of sizes) {
    const units = new Amount(quantity).div(size);
    const price = new Amount(unitAmount).times(size);
    const isReadable = size === 1 || (units.gte(1) && !fits(new Amount(unitAmount), 6));
    if (!isReadable || !fits(units, 6) || !fits(price, 12)) continue;
    return {
      description: withWords(description, words),
      quantity: units.toFixed(),
      unitAmount: price.toFixed(),
      amount: formatAmount(amount),
    };
  }
  return once(withWords(description, `, ${quantity} × ${unitAmount}`), amount);
}

const fits = (value: Amount, places: number) => value.decimalPlaces() <= places && value.lt("1e18");

const withWords = (description: string, words: string) =>
  description.length + words.length <= maxDescription ? `${description}${words}` : description;

function once(description: string, amount: Amount): BillLine {
  const text = formatAmount(amount);
  return { description, quantity: "1", unitAmount: text, amount: text };
}
