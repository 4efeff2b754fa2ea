import type { z } from "zod";
import { Amount } from "../../kit/money.ts";
import type { UpcomingInvoice } from "../../schemas/upcoming-invoices.ts";
import { amountDue } from "../invoice-records.ts";
import type { BillRow } from "./store.ts";

type Bill = Pick<BillRow, "status" | "amount" | "credited" | "creditNotes" | "settlements">;

/** Whether the subscriber has paid a bill, or still may: it is not void, and did not expire unpaid. */
const counts = ({ status, settlements }: Bill) =>
  status !== "VOID" && (status !== "EXPIRED" || settlements.length > 0);

/**
 * What a bill asks for, less credits of usage. A void bill asks for nothing, and neither does one that expired, unless a
 * payment that was made in time can still be confirmed. But what the seller has waived by other credits is not asked for
 * again by later bills, so it counts as asked for.
 */
export function askedBy(bill: Bill): Amount {
  const { amount, credited, creditNotes } = bill;
  const usage = creditNotes.reduce((sum, note) => sum.plus(note.amount.toFixed()), new Amount(0));
  return new Amount((counts(bill) ? amount : credited).toFixed()).minus(usage);
}

/** What the subscriber has paid of a bill, or still may, less what was given back: at most this can be given back. */
export const leftOf = (bill: Bill): Amount =>
  counts(bill) ? new Amount(bill.amount.toFixed()).minus(bill.credited.toFixed()) : new Amount(0);

type Correction = NonNullable<z.input<typeof UpcomingInvoice>["correction"]>;

/**
 * How a subscriber gets back what bills have billed too much: by a credit note for the newest bill of which something is left.
 * A bill that is not paid is voided instead if less than the least amount of a bill would stay due, or if it is a draft:
 * the next bill asks for the rest if that is enough.
 *
 * @param bills the newest first
 * @param leastAmount less than this is not billed
 */
export function correctionOf(
  bills: readonly BillRow[],
  owed: Amount,
  leastAmount: Amount,
): Correction | null {
  for (const bill of bills) {
    const { id: invoiceId, status } = bill;
    const left = leftOf(bill);
    if (left.lte(0) || status === "EXPIRED") continue;
    const rest = amountDue(bill).minus(owed);
    const isKept = status === "PAID" || (status === "OPEN" && rest.gt(0) && rest.gte(leastAmount));
    return isKept
      ? { action: "CREDIT", invoiceId, amount: Amount.min(owed, left) }
      : { action: "VOID", invoiceId, amount: left };
  }
  return null;
}
