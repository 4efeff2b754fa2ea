import type { InvoiceSummary, UsanceClient } from "@usance/sdk";
import { readStatement, type Statement } from "./bill-lines.ts";
import { type Exact, sum } from "./money.ts";

/** An invoice that bills a period. */
export interface Bill {
  readonly invoice: InvoiceSummary;
  /** The period that it was made for: the first that it states. */
  readonly of: Statement;
  /** Earlier periods whose late usage it bills too. */
  readonly late: readonly Statement[];
}

/** All bills of a subscription so far. */
export interface Ledger {
  /** The bill of a period by its start: of several, the one that counts. */
  readonly bills: ReadonlyMap<string, Bill>;
  /** All other bills of the same periods, which do not count. */
  readonly others: readonly Bill[];
  /** USDC billed for a period, on its own bill and on later ones. */
  billed(from: string): Exact;
  /** What the newest bill with usage of a period states of it. */
  stated(from: string): Statement | null;
}

/** Reads all bills of a subscription. */
export async function readLedger(
  { invoices }: Pick<UsanceClient, "invoices">,
  subscriptionId: string,
): Promise<Ledger> {
  const all = await Array.fromAsync(invoices.list({ subscriptionId, limit: 100 }));
  return ledgerOf(all);
}

/** @param invoices of one subscription, newest first */
function ledgerOf(invoices: readonly InvoiceSummary[]): Ledger {
  const made = invoices.toReversed().flatMap((invoice) => billOf(invoice) ?? []);
  const bills = new Map<string, Bill>();
  for (const bill of made) {
    const { from } = bill.of;
    const known = bills.get(from);
    if (known === undefined || precedence(bill) > precedence(known)) bills.set(from, bill);
  }
  const counting = [...bills.values()];
  return {
    bills,
    others: made.filter((bill) => bills.get(bill.of.from) !== bill),
    billed: (from) => sum(counting.map((bill) => billedOn(bill, from))),
    stated: (from) =>
      counting
        .toSorted(byCreation)
        .flatMap(({ of, late }) => [of, ...late])
        .findLast((statement) => statement.from === from) ?? null,
  };
}

/** What a bill bills for a period. */
function billedOn({ of, late }: Bill, from: string): Exact {
  const ofPeriod = [of, ...late].filter((statement) => statement.from === from);
  return sum(ofPeriod.map(({ billed }) => billed));
}

function billOf(invoice: InvoiceSummary): Bill | null {
  const [of, ...late] = invoice.lines.flatMap((line) => readStatement(line) ?? []);
  return of === undefined ? null : { invoice, of, late };
}

/** Two billers can leave two drafts of a period. An open or paid invoice counts before a draft, and a void one last. */
function precedence({ invoice: { status } }: Bill): number {
  if (status === "VOID") return 0;
  return status === "DRAFT" ? 1 : 2;
}

/** Bills that were made at one time, as on a test clock, were made in the order of their periods. */
function byCreation(one: Bill, other: Bill): number {
  const [madeAt, otherMadeAt] = [one.invoice.createdAt, other.invoice.createdAt];
  if (madeAt !== otherMadeAt) return madeAt < otherMadeAt ? -1 : 1;
  return one.of.from < other.of.from ? -1 : 1;
}
