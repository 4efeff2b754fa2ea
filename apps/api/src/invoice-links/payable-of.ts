import { amountDue } from "../billing/invoices/amount-due.ts";
import type { LinkedInvoiceRow } from "../billing/invoices/load-linked-invoice.ts";
import type { Hex } from "../lib/evm-fields.ts";
import type { Payable } from "../payments/payment-terms.ts";

/** What the payer of an invoice signs for. */
export function payableOf(invoice: LinkedInvoiceRow): Payable {
  const { id: invoiceId, serviceId, referenceHash } = invoice;
  return {
    invoiceId,
    serviceId,
    referenceHash: referenceHash as Hex,
    amount: amountDue(invoice),
  };
}
