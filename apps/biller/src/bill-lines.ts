import type { InvoiceLine, Quote } from "@usance/sdk";
import { Exact, usdc } from "./money.ts";
import type { Period } from "./periods.ts";

/*
 * The biller keeps no records of its own: the lines of an invoice say which periods it bills, and how much of each. A bill
 * has lines for each component that costs something, a line of late usage for each earlier period that has become
 * dearer, and a statement for its own period and for each one that it bills again: how many events that has, their hash, and
 * how much this bill bills for it.
 */

export type Line = Pick<InvoiceLine, "description" | "quantity" | "unitAmount" | "amount">;

/** The usage of a period, as a bill states it. */
export interface Statement extends Period {
  readonly usageEventCount: number;
  readonly usageHash: string;
  /** USDC that the bill bills for it, less than 0 for a credit. */
  readonly billed: Exact;
}

const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
const stated = new RegExp(
  String.raw`^Usage from (${time}) to (${time}), hash (0x[0-9a-f]{64}), billed (-?\d+\.\d{6})$`,
);
const late = new RegExp(`^Late usage from ${time} to ${time}$`);

/** How many characters the description of an invoice's line has at most. */
const maxDescription = 200;
/** How many lines with prices a bill has at most. The rest of the 100 lines of an invoice is for late usage and statements. */
const maxDetailed = 59;

/** States which usage a bill bills. It costs nothing, and the payer sees it. */
export function statementLine({ from, to, usageEventCount, usageHash, billed }: Statement): Line {
  const description = `Usage from ${from} to ${to}, hash ${usageHash}, billed ${usdc(billed)}`;
  return { description, quantity: String(usageEventCount), unitAmount: "0", amount: "0.000000" };
}

export function readStatement({ description, quantity }: Line): Statement | null {
  const [, from = "", to = "", usageHash = "", billed] = stated.exec(description) ?? [];
  if (billed === undefined) return null;
  return { from, to, usageHash, usageEventCount: Number(quantity), billed: new Exact(billed) };
}

/** What an earlier period costs more than was billed for it. */
export function lateLine({ from, to }: Period, amount: Exact): Line {
  return once(`Late usage from ${from} to ${to}`, amount);
}

/**
 * The lines of a quote that cost something, with a line for each price: units × price = amount. The amounts of a quote's line
 * add up to its amount exactly.
 */
export function chargeLines({ lines }: Quote): Line[] {
  const due = lines.filter(({ amount }) => new Exact(amount).gt(0));
  const detailed = due.flatMap(linesOf);
  if (detailed.length <= maxDetailed) return detailed;
  return due.map(({ description, amount }) => once(description, new Exact(amount)));
}

/** Each part is rounded to what all parts so far cost, less what the lines before it bill. */
function linesOf({ description, parts, amount }: Quote["lines"][number]): Line[] {
  let cost = new Exact(0);
  let billed = new Exact(0);
  return parts.map((part, place) => {
    cost = cost.plus(part.amount);
    const due = place === parts.length - 1 ? new Exact(amount) : new Exact(usdc(cost));
    const line = pricedLine(description, part, due.minus(billed));
    billed = due;
    return line;
  });
}

/** An invoice shows six decimal places. A smaller price is shown for a thousand or a million units. */
function pricedLine(
  description: string,
  { quantity, unitAmount }: Quote["lines"][number]["parts"][number],
  amount: Exact,
): Line {
  for (const [size, words] of sizes) {
    const units = new Exact(quantity).div(size);
    const price = new Exact(unitAmount).times(size);
    if (!fits(units) || !fits(price)) continue;
    const named = withWords(description, words);
    return {
      description: named,
      quantity: units.toFixed(),
      unitAmount: price.toFixed(),
      amount: usdc(amount),
    };
  }
  return once(withWords(description, `, ${quantity} × ${unitAmount}`), amount);
}

const sizes = [
  [1, ""],
  [1_000, ", in thousands"],
  [1_000_000, ", in millions"],
] as const;

const fits = (value: Exact) => value.decimalPlaces() <= 6 && value.lt("1e18");

const withWords = (description: string, words: string) =>
  description.length + words.length <= maxDescription ? `${description}${words}` : description;

/** Takes a credit off lines, the last one first. Lines of which nothing is left are left out. */
export function lessCredit(lines: readonly Line[], credit: Exact): Line[] {
  let rest = credit;
  const reduced = lines.toReversed().flatMap((line) => {
    const taken = Exact.min(rest, line.amount);
    rest = rest.minus(taken);
    if (taken.isZero()) return [line];
    return taken.eq(line.amount) ? [] : [reducedBy(line, taken)];
  });
  return reduced.toReversed();
}

function reducedBy(line: Line, taken: Exact): Line {
  const { description } = line;
  const words = late.test(description)
    ? description
    : withWords(description, `, less a credit of ${usdc(taken)}`);
  return once(words, new Exact(line.amount).minus(taken));
}

function once(description: string, amount: Exact): Line {
  return { description, quantity: "1", unitAmount: usdc(amount), amount: usdc(amount) };
}
