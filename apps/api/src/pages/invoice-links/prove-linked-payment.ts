import { Refusal } from "../../kit/refusal.ts";
import { visit } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import { InvoiceLink, invoiceLinkNotFound } from "../../schemas/invoice-links.ts";
import { invoiceNotPaid } from "../../schemas/linked-usage.ts";
import { OneSettlementProof } from "../../schemas/settlement-proofs.ts";
import { findRefundProofs } from "../../settlements/refund-proofs.ts";
import { proofOf } from "../../settlements/settlement-proof.ts";
import { findConfirmedOfInvoice } from "../../settlements/store.ts";
import { getLinkedState } from "./linked-state.ts";

export const proveLinkedPayment = visit("GET /invoice-links/{linkToken}/proof", {
  name: "invoiceLinks.proof",
  summary: "Get the proof of an invoice's payment",
  description:
    "The proof of the settlement that paid the invoice, as `GET /settlements/:id/proof` returns it. Anyone can check it against the chain: `usance verify` does.",
  refusals: { invoiceLinkNotFound, invoiceNotPaid, tooManyRequests },
  input: InvoiceLink,
  output: OneSettlementProof,
  run: async (work, { linkToken }) => {
    const { invoice } = await getLinkedState(work, linkToken);
    const settlement =
      invoice.status === "PAID" ? await findConfirmedOfInvoice(work.db, invoice.id) : null;
    if (settlement === null) throw new Refusal(invoiceNotPaid);
    const proof = proofOf(settlement, work.chain);
    return { proof: { ...proof, refunds: await findRefundProofs(work.db, settlement, work) } };
  },
});
