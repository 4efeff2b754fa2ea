import { z } from "zod";
import type { Queryable } from "../db/client.ts";
import { loadBill, loadCardsOf } from "../invoices/bills/billed-events.ts";
import { getInvoiceRecord } from "../invoices/invoice-records.ts";
import { read } from "../operation/define.ts";
import { InvoiceProof } from "../schemas/bills.ts";
import { InvoiceId, invoiceNotFound } from "../schemas/invoices.ts";
import { loadSettlementProof } from "./settlement-proof.ts";
import { findConfirmedOfInvoice } from "./store.ts";

/** Loads what an invoice bills, and the proof of its payment. */
export async function loadInvoiceProof(
  db: Queryable,
  { id, billHash }: { readonly id: string; readonly billHash: string },
): Promise<z.input<typeof InvoiceProof>> {
  const { bill } = await loadBill(db, id);
  const settlement = await findConfirmedOfInvoice(db, id);
  return {
    billHash,
    bill: bill as z.input<typeof InvoiceProof>["bill"],
    rateCards: await loadCardsOf(db, bill),
    settlement: settlement && (await loadSettlementProof(db, settlement)),
  };
}

export const proveInvoice = read("GET /invoices/{invoiceId}/proof", {
  name: "invoices.proof",
  summary: "Get the proof of an invoice",
  description:
    "Returns what the invoice's hash commits to, with the rate cards, and the proof of its payment once it is `PAID`. A payment on the invoice's page, and one under a spending cap, has the hash as its `referenceHash`; use it too if you settle the invoice yourself.",
  refusals: { invoiceNotFound },
  input: InvoiceId,
  output: z.object({ proof: InvoiceProof }),
  run: async (work, { invoiceId }) => ({
    proof: await loadInvoiceProof(
      work.db,
      await getInvoiceRecord(work, invoiceId, invoiceNotFound),
    ),
  }),
});
