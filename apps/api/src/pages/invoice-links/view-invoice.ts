import { isTopUp } from "../../balances/store.ts";
import { shownService } from "../../catalog/services/shown-service.ts";
import { amountDue } from "../../invoices/amount-due.ts";
import { loadBilled } from "../../invoices/load-linked-invoice.ts";
import { visit } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import { InvoiceLink, invoiceLinkNotFound, OneLinkedInvoice } from "../../schemas/invoice-links.ts";
import { shownPayee } from "../payments/payment-terms.ts";
import { getLinkedState, termsOf } from "./linked-state.ts";
import { receiptOf } from "./receipt-of.ts";

/** Shows an invoice to anyone with its link. */
export const viewInvoice = visit("GET /invoice-links/{linkToken}", {
  name: "invoiceLinks.view",
  summary: "View an invoice by its link",
  description:
    "Who bills whom for what, where to pay and, once it is paid, the receipt. Anyone with the link can view it.",
  refusals: { invoiceLinkNotFound, tooManyRequests },
  input: InvoiceLink,
  output: OneLinkedInvoice,
  run: async (work, { linkToken }) => {
    const { invoice, payment } = await getLinkedState(work, linkToken);
    const { service, user } = invoice;
    const { lines, creditNotes, usageEventCount } = await loadBilled(work, invoice.id);
    return {
      invoice: {
        ...invoice,
        service: shownService(service),
        seller: service.owner,
        billedTo: user,
        amountDue: amountDue(invoice),
        creditNotes,
        lines,
        creditsBalance: await isTopUp(work.db, invoice.id),
        usageEventCount,
        chain: shownPayee(work, service),
        terms: termsOf(work, invoice),
        payment,
        receipt: await receiptOf(work, invoice),
      },
    };
  },
});
