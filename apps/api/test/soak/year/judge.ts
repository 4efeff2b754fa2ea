import { setTimeout as sleep } from "node:timers/promises";
import { Decimal } from "decimal.js";
import { rateNaively } from "../../../../../packages/rating/test/naive-rating.ts";
import { type Address, call } from "../../processes/calls.ts";
import type { Counts } from "../report.ts";
import { monthStart, purse, type Recorded, type Sold } from "./sell.ts";

interface Line {
  readonly description: string;
  readonly quantity: string;
  readonly unitAmount: string;
  readonly amount: string;
}

interface Bill {
  readonly amount: string;
  readonly status: string;
  readonly lines: readonly Line[];
}

const statement = /^Usage from (\S+) to \S+, hash 0x[0-9a-f]{64}, billed -?\d+\.\d{6}$/;
const late = /^Late usage from (\S+) to /;

/**
 * Compares the bills with a second implementation, which calculates with fractions. All bills together must bill each month
 * of each subscription at the price of its usage, and the newest statement of a month must count all its events. Each bill must be
 * the sum of its lines. Under a spending cap each bill must be paid, and the wallet must have paid their sum.
 */
export async function judgeBills(
  to: Address,
  sold: readonly Sold[],
  months: number,
  problem: (what: string) => void,
): Promise<Counts> {
  const counts = { bills: 0, collected: 0, "late lines": 0, events: 0 };
  let billed = new Decimal(0);
  for (const one of sold) {
    const bills = await billsOf(to, one);
    counts.bills += bills.length;
    if (one.wallet !== null) {
      counts.collected += bills.length;
      const spent = new Decimal(purse).minus(await one.wallet.balance());
      const owed = bills.reduce((total, { amount }) => total.plus(amount), new Decimal(0));
      if (!spent.eq(owed)) problem(`The wallet of ${one.id} has paid ${spent} of ${owed}`);
    }
    counts.events += one.recorded.length;
    const costs = new Map<string, Decimal>();
    const stated = new Map<string, { count: number; own: number }>();
    for (const { amount, status, lines } of bills) {
      const sum = lines.reduce((total, line) => total.plus(line.amount), new Decimal(0));
      if (!sum.eq(amount)) problem(`A bill of ${one.id} is ${amount}, and its lines are ${sum}`);
      if (status !== (one.wallet === null ? "OPEN" : "PAID"))
        problem(`A bill of ${one.id} is ${status}`);
      billed = billed.plus(amount);
      const [own, ...others] = lines.flatMap((line) => {
        const from = statement.exec(line.description)?.[1];
        return from === undefined ? [] : [{ from, count: Number(line.quantity) }];
      });
      if (own === undefined) {
        problem(`A bill of ${one.id} states no usage`);
        continue;
      }
      for (const line of lines) {
        checkLine(line, problem);
        const lateFrom = late.exec(line.description)?.[1];
        if (lateFrom !== undefined) counts["late lines"] += 1;
        const from = lateFrom ?? own.from;
        costs.set(from, (costs.get(from) ?? new Decimal(0)).plus(line.amount));
      }
      for (const { from, count } of [own, ...others]) {
        const before = stated.get(from);
        const isOwn = from === own.from;
        stated.set(from, { count, own: (before?.own ?? 0) + (isOwn ? 1 : 0) });
      }
    }
    for (let month = 0; month < months; month += 1) {
      const [from, end] = [monthStart(month).toISOString(), monthStart(month + 1).toISOString()];
      const events = one.recorded.filter(
        ({ occurredAt }) => occurredAt >= from && occurredAt < end,
      );
      const isBilled = month <= (one.lastMonth ?? months);
      const due = isBilled ? rateNaively(one.components, measured(events)).amount : "0";
      const cost = costs.get(from) ?? new Decimal(0);
      if (!cost.eq(due)) problem(`${from} of ${one.id} was billed ${cost}, and costs ${due}`);
      const said = stated.get(from);
      // Late events that cost nothing are on no bill.
      if (said !== undefined && said.count > events.length) {
        problem(`${from} of ${one.id} has ${events.length} events, and ${said.count} were billed`);
      }
      if ((said?.own ?? 0) > 1) problem(`${from} of ${one.id} has ${said?.own} bills`);
      costs.delete(from);
    }
    for (const from of costs.keys())
      problem(`${one.id} was billed for ${from}, which it never had`);
  }
  return [
    ["subscriptions", String(sold.length)],
    ["cancelled", String(sold.filter(({ lastMonth }) => lastMonth !== null).length)],
    ...Object.entries(counts).map(([what, count]) => [what, String(count)] as const),
    ["billed", `${billed.toFixed(6)} USDC`],
  ];
}

/** Units × price may differ from the amount of a line only by its rounding. */
function checkLine(
  { description, quantity, unitAmount, amount }: Line,
  problem: (what: string) => void,
) {
  if (statement.test(description)) return;
  const off = new Decimal(quantity).times(unitAmount).minus(amount).abs();
  if (off.gt("0.000001")) problem(`${description}: ${quantity} × ${unitAmount} is not ${amount}`);
}

/** How often it is looked whether collections that a killed biller has begun have come to an end. */
const looks = 50;

/** The bills that count, oldest first. */
async function billsOf(to: Address, { id, wallet }: Sold): Promise<Bill[]> {
  for (let look = 1; ; look += 1) {
    const { body } = await call(to, "GET", `/invoices?subscriptionId=${id}&limit=100`);
    const bills = (body.invoices as (Bill & { createdAt: string })[]).filter(
      ({ status }) => status !== "VOID",
    );
    const isOver = wallet === null || bills.every(({ status }) => status === "PAID");
    if (isOver || look === looks) {
      return bills.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
    }
    await sleep(200);
  }
}

function measured(recorded: readonly Recorded[]) {
  const events = recorded.toSorted((one, other) => (one.occurredAt < other.occurredAt ? -1 : 1));
  const prefixes = [...new Set(events.toReversed().map(({ prefix }) => prefix))].toReversed();
  return prefixes.map((prefix) => {
    const own = events.filter((one) => one.prefix === prefix).map(({ quantity }) => quantity);
    return {
      prefix,
      quantity: own.reduce((sum, one) => sum.plus(one), new Decimal(0)).toFixed(),
      count: own.length,
      max: Decimal.max(...own).toFixed(),
      last: own.at(-1),
    };
  });
}
