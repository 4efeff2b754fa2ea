import { Amount } from "../lib/money.ts";
import type { BillRow } from "./store.ts";

/**
 * What a bill asks for, less credits of usage. A void bill asks for nothing, and neither does one that expired, unless a
 * payment that was made in time can still be confirmed.
 */
export function askedBy({
  status,
  amount,
  creditNotes,
  settlements,
}: Pick<BillRow, "status" | "amount" | "creditNotes" | "settlements">): Amount {
  if (status === "VOID" || (status === "EXPIRED" && settlements.length === 0)) return new Amount(0);
  return creditNotes.reduce(
    (asked, note) => asked.minus(note.amount.toFixed()),
    new Amount(amount.toFixed()),
  );
}
