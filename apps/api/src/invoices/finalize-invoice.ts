import { Refusal } from "../kit/refusal.ts";
import { write } from "../operation/define.ts";
import { InvoiceId, invoiceCannotMove, invoiceNotFound, OneInvoice } from "../schemas/invoices.ts";
import { announceInvoice } from "./announce-invoice.ts";
import { loadInvoice } from "./load-invoice.ts";
import { moveInvoice } from "./store.ts";

export const finalizeInvoice = write("POST /invoices/{invoiceId}/finalize", {
  name: "invoices.finalize",
  summary: "Finalize a draft invoice",
  description:
    "`DRAFT` → `OPEN`: payment is due, and settlements are accepted. The event `invoice.opened` reports it.",
  refusals: { invoiceNotFound, invoiceCannotMove: invoiceCannotMove("PAID", "OPEN") },
  input: InvoiceId,
  output: OneInvoice,
  run: async (work, { invoiceId: id }) => {
    await loadInvoice(work, id);
    const { tx, now } = work;
    const moved = await moveInvoice(tx, id, "finalize", { updatedAt: now });
    if (moved) await announceInvoice(work, "invoice.opened", id);
    const invoice = await loadInvoice(work, id);
    if (!moved) throw new Refusal(invoiceCannotMove(invoice.status, "OPEN"));
    return { invoice };
  },
});
