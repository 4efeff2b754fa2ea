import { inTransaction } from "../../db/client.ts";
import { loadLinkedInvoice, requireInvoiceLink } from "../../invoices/load-invoice.ts";
import { everyone } from "../../kit/tenant.ts";
import { noteWrite } from "../../operation/access/audit/note-write.ts";
import { pageOperation } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import { disputeFields } from "../../schemas/disputes.ts";
import { InvoiceLink, invoiceLinkNotFound, OneLinkedDispute } from "../../schemas/invoice-links.ts";
import {
  disputeRefusals,
  openDispute,
  prepareDispute,
  requireDisputable,
} from "../../settlements/disputes/create-dispute.ts";
import { holdLinked } from "./pay-invoice-link.ts";
import { shownDispute } from "./view-invoice.ts";

/** The payer of an invoice objects to what it bills. */
export const disputeInvoiceLink = pageOperation("POST /invoice-links/{linkToken}/disputes", {
  name: "invoiceLinks.dispute",
  cost: "large",
  summary: "Dispute usage events of an invoice by its link",
  description:
    "Objects to usage events that the invoice's bill counts, with the quantities that the payer has counted. The seller is told, and accepts or declines. The invoice stays due.",
  beforeBody: requireInvoiceLink,
  refusals: { invoiceLinkNotFound, ...disputeRefusals, tooManyRequests },
  input: InvoiceLink.extend(disputeFields),
  output: OneLinkedDispute,
  run: async (work, { linkToken, ...objection }) => {
    const invoice = await loadLinkedInvoice(work, linkToken);
    const disputes = await requireDisputable(work.db, invoice); // before its usage is measured
    const prepared = await prepareDispute(work, invoice, objection, disputes);
    const now = await work.time();
    const dispute = await inTransaction(work.db, async (tx) => {
      const at = { tx, now, emails: work.emails };
      const opened = await openDispute(at, () => holdLinked(at, invoice), prepared);
      const write = {
        apiKeyId: "invoice link",
        tenant: everyone,
        operation: "invoiceLinks.dispute",
      };
      await noteWrite(at, { ...write, requestId: work.request.id }, opened);
      return opened;
    });
    return { dispute: shownDispute(dispute) };
  },
});
