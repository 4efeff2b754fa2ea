import { loadLinkedInvoice } from "../../invoices/load-linked-invoice.ts";
import { formatAmount } from "../../kit/money.ts";
import { Refusal } from "../../kit/refusal.ts";
import { visit } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import { invoiceLinkNotFound } from "../../schemas/invoice-links.ts";
import { BilledUsagePage, BilledUsageQuery, invoiceNotPaid } from "../../schemas/linked-usage.ts";
import { readBilledPage } from "../../usage/read-billed-usage.ts";

/** The receipt computes the usage hash of what it returns. */
export const listLinkedUsage = visit("GET /invoice-links/{linkToken}/usage-events", {
  name: "invoiceLinks.usageEvents",
  cost: "page",
  summary: "List the usage events of a paid invoice",
  description:
    "Returns the invoice and a page of its usage events, with the fields of which the usage hash is computed.",
  refusals: { invoiceLinkNotFound, invoiceNotPaid, tooManyRequests },
  input: BilledUsageQuery,
  output: BilledUsagePage,
  run: async (work, { linkToken, ...page }) => {
    const invoice = await loadLinkedInvoice(work, linkToken);
    if (invoice.status !== "PAID") throw new Refusal(invoiceNotPaid);
    const { id, subscriptionId, amount, currency } = invoice;
    const { rows, next } = await readBilledPage(work, id, page);
    return {
      invoice: { id, subscriptionId, amount: formatAmount(amount), currency },
      usageEvents: rows,
      nextCursor: next,
    };
  },
});
