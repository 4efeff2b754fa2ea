import { ReadyJson } from "../kit/json-answer.ts";
import { read } from "../operation/define.ts";
import { InvoiceId, invoiceNotFound, OneInvoice } from "../schemas/invoices.ts";
import { loadInvoiceText } from "./load-invoice.ts";

/** A due expiry is applied first. */
export const getInvoice = read("GET /invoices/{invoiceId}", {
  name: "invoices.get",
  summary: "Get an invoice",
  description:
    "Includes its settlements and the newest 1,000 of the usage events that were recorded with its id; `GET /usage-events?invoiceId=` lists all of them. An `OPEN` invoice whose `dueAt` has passed is returned as `EXPIRED`.",
  refusals: { invoiceNotFound },
  input: InvoiceId.strip(),
  output: OneInvoice,
  run: async (work, { invoiceId }) =>
    new ReadyJson(`{"invoice":${await loadInvoiceText(work, invoiceId)}}`),
});
