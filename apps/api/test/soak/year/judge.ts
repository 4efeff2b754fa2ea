import { setTimeout as sleep } from "node:timers/promises";
import {
  type InvoiceProof,
  type RootedEvent,
  type RootPages,
  readBilledRoots,
  verifyBill,
} from "@usance/proofs";
import { Decimal } from "decimal.js";
import { rateNaively } from "../../../../../packages/rating/test/naive-rating.ts";
import { linkTokenOf } from "../../harness/invoice-link.ts";
import { type Address, call } from "../../processes/calls.ts";
import type { Counts } from "../define-soak.ts";
import { monthStart, purse, type Recorded, type Sold } from "./sell.ts";

interface Line {
  readonly description: string;
  readonly quantity: string;
  readonly unitAmount: string;
  readonly amount: string;
}

interface Bill {
  readonly id: string;
  readonly url: string;
  readonly amount: string;
  readonly status: string;
  readonly periodStart: string;
  readonly lines: readonly Line[];
}

/**
 * Compares the bills with a second implementation, which calculates with fractions. All bills of a subscription together must
 * cost what all its usage costs, and no month may have two. Each bill must be the sum of its lines, and verify with the usage
 * that was recorded before it. Under a spending cap each bill must be paid, and the wallet must have paid their sum.
 */
export async function judgeBills(
  to: Address,
  sold: readonly Sold[],
  months: number,
  problem: (what: string) => void,
): Promise<Counts> {
  const counts = { bills: 0, collected: 0, "bills with changes": 0, events: 0 };
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
    let own = new Decimal(0);
    for (const bill of bills) {
      const { amount, status, lines } = bill;
      await verify(to, one, bill, problem);
      const sum = lines.reduce((total, line) => total.plus(line.amount), new Decimal(0));
      if (!sum.eq(amount)) problem(`A bill of ${one.id} is ${amount}, and its lines are ${sum}`);
      if (status !== (one.wallet === null ? "OPEN" : "PAID"))
        problem(`A bill of ${one.id} is ${status}`);
      own = own.plus(amount);
      for (const line of lines) checkLine(line, problem);
      if (lines.some(({ description }) => description === "Changes to earlier periods")) {
        counts["bills with changes"] += 1;
      }
    }
    billed = billed.plus(own);
    let due = new Decimal(0);
    for (let month = 0; month < months; month += 1) {
      const [from, end] = [monthStart(month).toISOString(), monthStart(month + 1).toISOString()];
      const events = one.recorded.filter(
        ({ occurredAt }) => occurredAt >= from && occurredAt < end,
      );
      const isBilled = month <= (one.lastMonth ?? months);
      if (isBilled) due = due.plus(rateNaively(one.components, measured(events)).amount);
      const ofMonth = bills.filter(({ periodStart }) => periodStart === from);
      if (ofMonth.length > 1) problem(`${from} of ${one.id} has ${ofMonth.length} bills`);
    }
    if (!own.eq(due)) problem(`${one.id} was billed ${own}, and its usage costs ${due}`);
  }
  return [
    ["subscriptions", sold.length],
    ["cancelled", sold.filter(({ lastMonth }) => lastMonth !== null).length],
    ...Object.entries(counts),
    ["billed", `${billed.toFixed(6)} USDC`],
  ];
}

/** Verifies a bill as its payer does, who knows what was used, with the roots that its link lists. */
async function verify(
  to: Address,
  { recorded, wallet }: Sold,
  bill: Bill,
  problem: (what: string) => void,
): Promise<void> {
  const { id, periodStart } = bill;
  const link = `/invoice-links/${linkTokenOf(bill)}`;
  const { body } = await call(to, "GET", `/invoices/${id}/proof`);
  const proof = body.proof as InvoiceProof;
  const roots = await rootsOfEvents(to, link);
  const month = [...Array(36).keys()].find((at) => monthStart(at).toISOString() === periodStart);
  const usage = recorded
    .filter((event) => event.month <= (month ?? 0))
    .filter(({ occurredAt }) =>
      proof.bill.usage?.periods.some(
        ({ from, to: end }) => from <= occurredAt && (end === null || occurredAt < end),
      ),
    )
    .map((event) => ({
      ...event,
      quantity: new Decimal(event.quantity).toFixed(6),
      root: roots.get(event.eventKey) ?? null,
    }))
    .toSorted((one, other) => (one.occurredAt < other.occurredAt ? -1 : 1));
  const page = async (path: string, cursor: string | undefined) =>
    (await call(to, "GET", `${link}/${path}${cursor === undefined ? "" : `&cursor=${cursor}`}`))
      .body;
  const pages = {
    roots: (cursor?: string) => page("usage-roots?limit=100", cursor),
    changes: (roots: readonly number[], cursor?: string) =>
      page(`usage-changes?roots=${roots}`, cursor),
  } as RootPages;
  const findings = await verifyBill(proof, [usage], (rooted) => readBilledRoots(pages, rooted));
  for (const { outcome, words } of findings) {
    const isOpen = wallet === null && words === "The invoice is not paid.";
    if (outcome !== "good" && !isOpen) problem(`The bill ${id} does not verify: ${words}`);
  }
}

/** The numbers of the roots that contain the events of a bill, by their keys, once each event is in one. */
async function rootsOfEvents(
  to: Address,
  link: string,
): Promise<ReadonlyMap<string, number | null>> {
  for (let look = 1; ; look += 1) {
    const roots = new Map<string, number | null>();
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { body } = await call(
        to,
        "GET",
        `${link}/usage-events?limit=1000${cursor && `&cursor=${cursor}`}`,
      );
      for (const { eventKey, root } of body.usageEvents as RootedEvent[])
        roots.set(eventKey, root ?? null);
      cursor = body.nextCursor as string | null;
    }
    if (look === looks || ![...roots.values()].includes(null)) return roots;
    await sleep(200);
  }
}

/** Units × price may differ from the amount of a line only by its rounding. */
function checkLine(
  { description, quantity, unitAmount, amount }: Line,
  problem: (what: string) => void,
) {
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
