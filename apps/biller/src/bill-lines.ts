import type { InvoiceLine, Quote } from "@usance/sdk";
import { Exact, usdc } from "./money.ts";
import type { Period } from "./periods.ts";

/*
 * The biller keeps no records of its own: the lines of an invoice say which periods it bills, and how much of each. A bill
 * has a line for each component that costs something, a line of late usage for each earlier period that has become
 * dearer, and for each of these periods a statement: how many events it bills, and their hash.
 */

export type Line = Pick<InvoiceLine, "description" | "quantity" | "unitAmount" | "amount">;

/** The usage of a period, as a bill states it. */
export interface Statement extends Period {
  readonly usageEventCount: number;
  readonly usageHash: string;
}

const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
const stated = new RegExp(`^Usage from (${time}) to (${time}), hash (0x[0-9a-f]{64})$`);
const late = new RegExp(`^Late usage from (${time}) to (${time})$`);

/** States which usage a bill bills. It costs nothing, and the payer sees it. */
export function statementLine({ from, to, usageEventCount, usageHash }: Statement): Line {
  const description = `Usage from ${from} to ${to}, hash ${usageHash}`;
  return { description, quantity: String(usageEventCount), unitAmount: "0", amount: "0.000000" };
}

export function readStatement({ description, quantity }: Line): Statement | null {
  const [, from, to, usageHash] = stated.exec(description) ?? [];
  if (from === undefined || to === undefined || usageHash === undefined) return null;
  return { from, to, usageHash, usageEventCount: Number(quantity) };
}

/** What an earlier period costs more than was billed for it. */
export function lateLine({ from, to }: Period, amount: Exact): Line {
  return once(`Late usage from ${from} to ${to}`, amount);
}

/** The start of the period whose late usage a line bills; null for other lines. */
export function lateFrom({ description }: Line): string | null {
  return late.exec(description)?.[1] ?? null;
}

/** The lines of a quote that cost something. */
export function chargeLines({ lines }: Quote): Line[] {
  return lines.filter(({ amount }) => new Exact(amount).gt(0)).map(chargeLine);
}

/**
 * A line with the price of a unit, if all units have one price that an invoice can show, or with the amount alone. What it costs
 * is `amount` in each case.
 */
function chargeLine({ description, parts, amount }: Quote["lines"][number]): Line {
  const [part, ...others] = parts;
  const fits =
    part !== undefined &&
    others.length === 0 &&
    new Exact(part.unitAmount).decimalPlaces() <= 6 &&
    new Exact(part.quantity).lt("1e18");
  if (!fits) return once(description, new Exact(amount));
  return { description, quantity: part.quantity, unitAmount: part.unitAmount, amount };
}

/** Takes a credit off lines, the last one first. Lines of which nothing is left are left out. */
export function lessCredit(lines: readonly Line[], credit: Exact): Line[] {
  let rest = credit;
  const reduced = lines.toReversed().map((line) => {
    const taken = Exact.min(rest, line.amount);
    rest = rest.minus(taken);
    return taken.isZero() ? line : reducedBy(line, taken);
  });
  return reduced.filter(({ amount }) => new Exact(amount).gt(0)).toReversed();
}

function reducedBy(line: Line, taken: Exact): Line {
  const { description } = line;
  const words =
    lateFrom(line) === null ? `${description}, less a credit of ${usdc(taken)}` : description;
  return once(words, new Exact(line.amount).minus(taken));
}

function once(description: string, amount: Exact): Line {
  return { description, quantity: "1", unitAmount: usdc(amount), amount: usdc(amount) };
}
