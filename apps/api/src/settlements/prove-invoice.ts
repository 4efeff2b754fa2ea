import { z } from "zod";
import type { Queryable } from "../db/client.ts";
import type { Invoice as InvoiceRow } from "../db/generated/client.ts";
import { loadBill, loadBillsBefore, loadCardsOf } from "../invoices/bills/billed-events.ts";
import { getInvoiceRecord } from "../invoices/invoice-records.ts";
import { formatAmount } from "../kit/money.ts";
import { read } from "../operation/define.ts";
import { InvoiceProof } from "../schemas/bills.ts";
import { InvoiceId, invoiceNotFound } from "../schemas/invoices.ts";
import { loadSettlementProof } from "./settlement-proof.ts";
import { findConfirmedOfInvoice } from "./store.ts";

/** Loads what an invoice bills, and the proof of its payment. */
export async function loadInvoiceProof(
  db: Queryable,
  { id, billHash, creditedBeforePayment, paidFromBalance }: Invoice,
): Promise<z.input<typeof InvoiceProof>> {
  const { bill } = await loadBill(db, id);
  const billsBefore = await loadBillsBefore(db, bill);
  const settlement = await findConfirmedOfInvoice(db, id);
  return {
    billHash,
    bill: bill as Proven,
    credited: formatAmount(creditedBeforePayment),
    paidFromBalance: formatAmount(paidFromBalance),
    rateCards: await loadCardsOf(db, [bill, ...billsBefore]),
    billsBefore: billsBefore as Proven[],
    settlement: settlement && (await loadSettlementProof(db, settlement)),
  };
}

/** The service has made it, so its lists are not read-only. */
type Proven = z.input<typeof InvoiceProof>["bill"];

type Invoice = Pick<InvoiceRow, "id" | "billHash" | "creditedBeforePayment" | "paidFromBalance">;

export const proveInvoice = read("GET /invoices/{invoiceId}/proof", {
  name: "invoices.proof",
  summary: "Get the proof of an invoice",
  description:
    "Returns what the invoice's hash commits to, with the rate cards, and the proof of its payment once it is `PAID` by a settlement. A payment on the invoice's page, and one under a spending cap, has the hash as its `referenceHash`; use it too if you settle the invoice yourself.",
  refusals: { invoiceNotFound },
  cost: "page",
  input: InvoiceId,
  output: z.object({ proof: InvoiceProof }),
  run: async (work, { invoiceId }) => ({
    proof: await loadInvoiceProof(
      work.db,
      await getInvoiceRecord(work, invoiceId, invoiceNotFound),
    ),
  }),
});
