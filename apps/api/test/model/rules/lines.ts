import { type Fields, Refused } from "../model-call.ts";
import type { InvoiceLine, Micros } from "../world.ts";

/** The lines of an invoice or a credit note. @param mismatch the refusal if they do not add up to the amount @param isSigned whether one may take off */
export function linesOf(
  fields: Fields,
  amount: Micros,
  { mismatch, isSigned }: { readonly mismatch: string; readonly isSigned: boolean },
): readonly InvoiceLine[] {
  const lines = fields.optionalObjects("lines", 100)?.map((line) => ({
    description: line.text("description"),
    quantity: line.decimal("quantity"),
    unitAmount: line.decimal("unitAmount"),
    amount: isSigned ? line.signedDecimal("amount") : line.decimal("amount"),
  }));
  if (lines === undefined) return [];
  if (lines.reduce((sum, line) => sum + line.amount, 0n) !== amount) {
    throw new Refused(400, mismatch);
  }
  return lines;
}
