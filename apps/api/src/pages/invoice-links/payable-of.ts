import { amountDue } from "../../invoices/amount-due.ts";
import type { LinkedInvoiceRow } from "../../invoices/load-linked-invoice.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { Refusal } from "../../kit/refusal.ts";
import { nothingDue } from "../../schemas/payment-refusals.ts";
import type { Payable } from "../payments/payment-terms.ts";

/** What the payer of an `OPEN` invoice signs for. @throws Refusal 409 when nothing is due */
export function payableOf(invoice: LinkedInvoiceRow): Payable {
  const { id: invoiceId, serviceId, referenceHash } = invoice;
  const amount = amountDue(invoice);
  if (amount.isZero()) throw new Refusal(nothingDue);
  return {
    invoiceId,
    serviceId,
    referenceHash: referenceHash as Hex,
    amount,
  };
}
