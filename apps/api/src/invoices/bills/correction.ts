import type { z } from "zod";
import { Amount } from "../../kit/money.ts";
import type { UpcomingInvoice } from "../../schemas/upcoming-invoices.ts";
import { amountDue } from "../amount-due.ts";
import { leftOf } from "./asked-by.ts";
import type { BillRow } from "./store.ts";

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
