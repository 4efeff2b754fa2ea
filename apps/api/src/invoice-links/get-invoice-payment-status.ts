import type { z } from "zod";
import { loadLinkedInvoice } from "../billing/invoices/load-linked-invoice.ts";
import {
  InvoiceLink,
  invoiceLinkNotFound,
  OneInvoicePaymentStatus,
} from "../contract/invoice-links.ts";
import { visit } from "../operation/define.ts";
import { tooManyRequests } from "../operation/errors.ts";
import type { Visiting } from "../operation/work.ts";
import { getPaymentState } from "../payments/payment-state.ts";

/** The page polls it while a payment is in progress. */
export const getInvoicePaymentStatus = visit("GET /invoice-links/{linkToken}/status", {
  name: "invoiceLinks.status",
  summary: "Get the status of an invoice's payment",
  description:
    "Poll it until the invoice is `PAID` or its payment has failed. A payment that was sent is checked against the chain on every read.",
  refusals: { invoiceLinkNotFound, tooManyRequests },
  input: InvoiceLink,
  output: OneInvoicePaymentStatus,
  run: async (work, { linkToken }) => ({ invoiceStatus: await invoiceStatusOf(work, linkToken) }),
});

/** Reads an invoice's status and its payment, checked against the chain. */
export async function invoiceStatusOf(
  work: Visiting,
  linkToken: string,
): Promise<z.input<typeof OneInvoicePaymentStatus>["invoiceStatus"]> {
  const before = await loadLinkedInvoice(work, linkToken);
  const { payment } = await getPaymentState(work, before.id);
  // Checking the chain may have made it PAID.
  const { status } = payment === null ? before : await loadLinkedInvoice(work, linkToken);
  return { status, payment };
}
