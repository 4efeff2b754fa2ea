import type { InvoiceSummary, UsanceClient } from "@usance/sdk";
import { lateFrom, readStatement, type Statement } from "./bill-lines.ts";
import { Exact } from "./money.ts";

/** An invoice that bills a period. */
export interface Bill {
  readonly invoice: InvoiceSummary;
  /** The period that it was made for: the first that it states. */
  readonly of: Statement;
  /** Earlier periods whose late usage it bills too. */
  readonly late: readonly Statement[];
}

/** What was billed of a subscription so far. */
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
    billed: (from) =>
      counting
        .flatMap(({ of, invoice }) =>
          invoice.lines.filter((line) => (lateFrom(line) ?? of.from) === from),
        )
        .reduce((total, { amount }) => total.plus(amount), new Exact(0)),
    stated: (from) =>
      counting
        .toSorted(byCreation)
        .flatMap(({ of, late }) => [of, ...late])
        .findLast((statement) => statement.from === from) ?? null,
  };
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

function byCreation({ invoice: one }: Bill, { invoice: other }: Bill): number {
  return one.createdAt < other.createdAt ? -1 : 1;
}
