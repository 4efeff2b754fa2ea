import { visit } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import {
  InvoiceLink,
  invoiceLinkNotFound,
  OneInvoicePaymentStatus,
} from "../../schemas/invoice-links.ts";
import { getLinkedState, statusOf } from "./linked-state.ts";

/** The page polls it while a payment is in progress. */
export const getInvoicePaymentStatus = visit("GET /invoice-links/{linkToken}/status", {
  name: "invoiceLinks.status",
  summary: "Get the status of an invoice's payment",
  description:
    "Poll it until the invoice is `PAID` or its payment has failed. A payment that was sent is checked against the chain on every read.",
  refusals: { invoiceLinkNotFound, tooManyRequests },
  input: InvoiceLink,
  output: OneInvoicePaymentStatus,
  run: async (work, { linkToken }) => ({
    invoiceStatus: statusOf(work, await getLinkedState(work, linkToken)),
  }),
});
