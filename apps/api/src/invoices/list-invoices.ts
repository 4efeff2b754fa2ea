import { read } from "../operation/define.ts";
import { upToDate } from "../operation/ports/up-to-date.ts";
import { InvoicePage, InvoiceQuery } from "../schemas/invoices.ts";
import { shownInvoice } from "./shown-invoice.ts";
import { findInvoices } from "./store.ts";

/** Invoices on a page show no usage events and fewer settlements than their own GET. */
export const listInvoices = read("GET /invoices", {
  name: "invoices.list",
  summary: "List invoices, newest first",
  description:
    "Each invoice is as `GET /invoices/{invoiceId}` returns it, without its usage events and with at most its 10 newest settlements. Due expiries are applied first.",
  input: InvoiceQuery,
  output: InvoicePage,
  run: async (work, query) => {
    // An expiry moves an invoice from the OPEN list to the EXPIRED list, so all expiries are applied before a page is
    // read.
    if (query.status === "OPEN" || query.status === "EXPIRED") {
      await work.due.advanceAll(work, "invoices");
    }
    const { rows, next } = await upToDate(
      work,
      () => findInvoices(work.db, work.tenant, query),
      ({ rows }) => ({ invoices: rows }),
    );
    return { invoices: rows.map((row) => shownInvoice(work, row)), nextCursor: next };
  },
});
