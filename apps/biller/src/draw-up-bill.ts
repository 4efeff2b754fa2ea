import type { Quote, UsanceClient } from "@usance/sdk";
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

/**
 * How many earlier periods a bill has that have become dearer, and as many that have become cheaper. More of them wait for the
 * next bill: an invoice has at most 100 lines, the dearer ones have two each and the cheaper ones one.
 */
const maxChanged = 13;

/** The usage of a subscription, as the service counts and prices it. */
export interface Usage {
  /** Each period is quoted once: a period that costs nothing has no bill, and so is among the earlier ones of every other. */
  quoteOf(period: Period): Promise<Quote>;
  countIn(range: Period): Promise<{ readonly count: number; readonly voidedCount: number }>;
}

/** Opens the usage of a subscription for one run. */
export function usageOfSubscription(usance: UsanceClient, subscriptionId: string): Usage {
  const quotes = new Map<string, Promise<Quote>>();
  return {
    quoteOf({ from, to }) {
      const quote = quotes.get(from) ?? usance.quotes.create({ subscriptionId, from, to });
      quotes.set(from, quote);
      return quote;
    },
    async countIn({ from, to }) {
      return (await usance.usageEvents.summary({ subscriptionId, from, to })).summary;
    },
  };
}

/**
 * Draws up the bill of a period: what the period costs, and what earlier periods cost more, or less, than was billed for
 * them. So over all bills every period costs what its card says of all its usage, whenever that arrived.
 *
 * @param earlier the periods before it that the biller is responsible for, the first one first
 */
export async function drawUpBill(
  usage: Usage,
  period: Period,
  earlier: readonly Period[],
  ledger: Ledger,
): Promise<DrawnUpBill> {
  const quote = await usage.quoteOf(period);
  const changed = await changedPeriods(usage, earlier, ledger);
  const dearer = changed.filter(({ difference }) => difference.gt(0)).slice(0, maxChanged);
  const cheaper = changed.filter(({ difference }) => difference.lt(0)).slice(0, maxChanged);

  const credit = sum(cheaper.map(({ difference }) => difference)).negated();
  const due = [
    ...chargeLines(quote),
    ...dearer.map(({ statement, difference }) => lateLine(statement, difference)),
  ];
  const lines = lessCredit(due, credit);
  const amount = sum(lines.map((line) => line.amount));
  const used = sum(due.map((line) => line.amount)).minus(amount);
  const statements = [
    { ...period, ...usageOf(quote), billed: new Exact(quote.amount) },
    ...dearer.map(({ statement, difference }) => ({ ...statement, billed: difference })),
    ...creditsOf(cheaper, used, ledger),
  ];
  return {
    amount: usdc(amount),
    lines: [...lines, ...statements.map(statementLine)],
    creditLeft: usdc(credit.minus(used)),
  };
}

/**
 * What a bill takes off for the periods that have become cheaper, the first one first. A period whose credit is not used up is
 * looked at again for the next bill, so its statement is that of before.
 */
function creditsOf(cheaper: readonly ChangedPeriod[], used: Exact, ledger: Ledger): Statement[] {
  let rest = used;
  return cheaper.flatMap(({ statement, difference }) => {
    const credit = difference.negated();
    const taken = Exact.min(rest, credit);
    rest = rest.minus(taken);
    const before = ledger.stated(statement.from);
    if (taken.isZero() || before === null) return [];
    return [{ ...(taken.eq(credit) ? statement : before), billed: taken.negated() }];
  });
}

interface ChangedPeriod {
  readonly statement: Omit<Statement, "billed">;
  /** What it costs now, minus what was billed. */
  readonly difference: Exact;
}

/** The earlier periods whose usage is not that of their bills any more. */
async function changedPeriods(
  usage: Usage,
  earlier: readonly Period[],
  ledger: Ledger,
): Promise<ChangedPeriod[]> {
  const [first, last] = [earlier[0], earlier.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { count, voidedCount } = await usage.countIn({ from: first.from, to: last.to });
  const known = sum(earlier.map(({ from }) => ledger.stated(from)?.usageEventCount ?? 0));
  // A voided event may have a replacement, which leaves the count as it was.
  if (known.eq(count) && voidedCount === 0) return [];

  const changed: ChangedPeriod[] = [];
  for (const period of earlier) {
    const quote = await usage.quoteOf(period);
    const difference = new Exact(quote.amount).minus(ledger.billed(period.from));
    if (difference.isZero()) continue;
    changed.push({ statement: { ...period, ...usageOf(quote) }, difference });
  }
  return changed;
}

function usageOf({ usageEventCount, usageHash }: Quote) {
  if (usageEventCount === null || usageHash === null) throw new Error("A subscription has usage.");
  return { usageEventCount, usageHash };
}
