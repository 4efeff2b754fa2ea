import { Amount } from "../../kit/money.ts";
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
