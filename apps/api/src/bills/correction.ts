import type { z } from "zod";
import { amountDue } from "../billing/invoices/amount-due.ts";
import type { UpcomingInvoice } from "../contract/upcoming-invoices.ts";
import { Amount } from "../lib/money.ts";
import { askedBy } from "./asked-by.ts";
import type { BillRow } from "./store.ts";

type Correction = NonNullable<z.input<typeof UpcomingInvoice>["correction"]>;

/**
 * How a subscriber gets back what bills have billed too much: by a credit note for the newest bill of which something is left.
 * A bill that is not paid, and would be credited as a whole, is voided instead.
 *
 * @param bills the newest first
 */
export function correctionOf(bills: readonly BillRow[], owed: Amount): Correction | null {
  for (const bill of bills) {
    const { id: invoiceId, status } = bill;
    const left = new Amount(bill.amount.toFixed()).minus(bill.credited.toFixed());
    if (left.lte(0)) continue;
    if (status === "PAID") return { action: "CREDIT", invoiceId, amount: Amount.min(owed, left) };
    if (status !== "OPEN" && status !== "DRAFT") continue;
    if (status === "OPEN" && owed.lt(amountDue(bill))) {
      return { action: "CREDIT", invoiceId, amount: owed };
    }
    // Otherwise the next bill would ask for the rest again, also for what the seller has credited out of kindness.
    if (owed.gte(askedBy(bill))) return { action: "VOID", invoiceId, amount: left };
  }
  return null;
}
