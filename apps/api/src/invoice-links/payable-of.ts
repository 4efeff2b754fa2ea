import type { LinkedInvoiceRow } from "../billing/invoices/load-linked-invoice.ts";
import type { Hex } from "../lib/evm-fields.ts";
import { Amount } from "../lib/money.ts";
import type { Payable } from "../payments/payment-terms.ts";

/** What the payer of an invoice signs for. */
export function payableOf({ id, serviceId, referenceHash, amount }: LinkedInvoiceRow): Payable {
  return {
    invoiceId: id,
    serviceId,
    referenceHash: referenceHash as Hex,
    amount: new Amount(amount.toFixed()),
  };
}
