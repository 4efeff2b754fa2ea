import type { Quote, Subscription, UsanceClient } from "@usance/sdk";
import {
  chargeLines,
  type Line,
  lateLine,
  lessCredit,
  type Statement,
  statementLine,
} from "./bill-lines.ts";
import type { Ledger } from "./ledger.ts";
import { Exact, sum, usdc } from "./money.ts";
import type { Period } from "./periods.ts";

/** What a period costs, before there is an invoice. */
export interface DrawnUpBill {
  /** USDC, with six decimal places. 0: there is nothing to bill. */
  readonly amount: string;
  readonly lines: readonly Line[];
  /** USDC that were billed too much earlier and are more than this bill. The next bills are reduced by them. */
  readonly creditLeft: string;
}

/** More of them wait for the next bill: an invoice has at most 100 lines, and each of these has up to two. */
const maxChanged = 20;

/**
 * Draws up the bill of a period: what the period costs, and what earlier periods cost more, or less, than was billed for
 * them. So over all bills every period costs what its card says of all its usage, whenever that arrived.
 *
 * @param earlier the periods before it that the biller is responsible for, the first one first
 */
export async function drawUpBill(
  usance: UsanceClient,
  { id: subscriptionId }: Subscription,
  period: Period,
  earlier: readonly Period[],
  ledger: Ledger,
): Promise<DrawnUpBill> {
  const quote = await quoteOf(usance, subscriptionId, period);
  const changed = await changedPeriods(usance, subscriptionId, earlier, ledger);
  const dearer = changed.filter(({ difference }) => difference.gt(0)).slice(0, maxChanged);
  const cheaper = changed.filter(({ difference }) => difference.lt(0)).slice(0, maxChanged);

  const credit = sum(cheaper.map(({ difference }) => difference)).negated();
  const due = [
    ...chargeLines(quote),
    ...dearer.map(({ statement, difference }) => lateLine(statement, difference)),
  ];
  const lines = lessCredit(due, credit);
  const amount = sum(lines.map((line) => line.amount));
  const creditLeft = credit.minus(sum(due.map((line) => line.amount)).minus(amount));
  // A period whose credit is not used up is looked at again for the next bill, because its usage is not stated here.
  const settled = [...dearer, ...(creditLeft.isZero() ? cheaper : [])];
  const statements = [{ ...period, ...usageOf(quote) }, ...settled.map((one) => one.statement)];
  return {
    amount: usdc(amount),
    lines: [...lines, ...statements.map(statementLine)],
    creditLeft: usdc(creditLeft),
  };
}

interface ChangedPeriod {
  readonly statement: Statement;
  /** What it costs now, minus what was billed. */
  readonly difference: Exact;
}

/** The earlier periods whose usage is not that of their bills any more. */
async function changedPeriods(
  usance: UsanceClient,
  subscriptionId: string,
  earlier: readonly Period[],
  ledger: Ledger,
): Promise<ChangedPeriod[]> {
  const [first, last] = [earlier[0], earlier.at(-1)];
  if (first === undefined || last === undefined) return [];
  const range = { subscriptionId, from: first.from, to: last.to };
  const { summary } = await usance.usageEvents.summary(range);
  const known = sum(earlier.map(({ from }) => ledger.stated(from)?.usageEventCount ?? 0));
  if (known.eq(summary.count)) return [];

  const changed: ChangedPeriod[] = [];
  for (const period of earlier) {
    const quote = await quoteOf(usance, subscriptionId, period);
    const difference = new Exact(quote.amount).minus(ledger.billed(period.from));
    if (difference.isZero()) continue;
    changed.push({ statement: { ...period, ...usageOf(quote) }, difference });
  }
  return changed;
}

function quoteOf({ quotes }: UsanceClient, subscriptionId: string, { from, to }: Period) {
  return quotes.create({ subscriptionId, from, to });
}

function usageOf({ usageEventCount, usageHash }: Quote) {
  if (usageEventCount === null || usageHash === null) throw new Error("A subscription has usage.");
  return { usageEventCount, usageHash };
}
