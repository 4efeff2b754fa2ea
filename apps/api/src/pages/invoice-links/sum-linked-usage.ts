import { loadLinkedInvoice } from "../../invoices/load-linked-invoice.ts";
import { visit } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import { InvoiceLink, invoiceLinkNotFound } from "../../schemas/invoice-links.ts";
import { OneInvoiceUsage } from "../../schemas/linked-usage.ts";
import { sumInvoiceUsage } from "../../usage/sum-invoice-usage.ts";

export const sumLinkedUsage = visit("GET /invoice-links/{linkToken}/usage", {
  name: "invoiceLinks.usage",
  cost: "large",
  summary: "Add up the usage of an invoice",
  description:
    "The usage that the invoice bills, by the prefix of its keys and by day. For a long period the intervals are months or years.",
  refusals: { invoiceLinkNotFound, tooManyRequests },
  input: InvoiceLink,
  output: OneInvoiceUsage,
  run: async (work, { linkToken }) => {
    const { id } = await loadLinkedInvoice(work, linkToken);
    return { invoiceUsage: await sumInvoiceUsage(work, id) };
  },
});
