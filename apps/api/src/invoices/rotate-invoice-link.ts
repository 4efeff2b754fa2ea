import { write } from "../operation/define.ts";
import { InvoiceId, invoiceNotFound, OneInvoice } from "../schemas/invoices.ts";
import { loadInvoice } from "./load-invoice.ts";
import { replaceLink } from "./store.ts";

export const rotateInvoiceLink = write("POST /invoices/{invoiceId}/rotate-link", {
  name: "invoices.rotateLink",
  summary: "Replace an invoice's link",
  description:
    "The invoice gets a new `url`. The old one leads nowhere from now on: use it if the link reached somebody who should not have it. A payment that was started there continues.",
  refusals: { invoiceNotFound },
  input: InvoiceId,
  output: OneInvoice,
  run: async (work, { invoiceId }) => {
    const { id } = await loadInvoice(work, invoiceId);
    await replaceLink(work.tx, id, await work.time());
    return { invoice: await loadInvoice(work, id) };
  },
});
