import { type InTransaction, inTransaction } from "../../db/client.ts";
import type { Invoice } from "../../db/generated/client.ts";
import { findHeldInvoice } from "../../invoices/invoice-records.ts";
import { type LinkedInvoiceRow, requireInvoiceLink } from "../../invoices/load-linked-invoice.ts";
import { Refusal } from "../../kit/refusal.ts";
import { everyone } from "../../kit/tenant.ts";
import { noteWrite } from "../../operation/access/audit/note-write.ts";
import { visit } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import {
  invoiceLinkNotFound,
  OneInvoicePaymentStatus,
  PayInvoice,
} from "../../schemas/invoice-links.ts";
import { invoiceClosed, nothingDue, paymentRefusals } from "../../schemas/payment-refusals.ts";
import { chainDoesNotAnswer } from "../../schemas/settlements.ts";
import { requireShownTerms } from "../payments/agreed-terms.ts";
import { requirePayee } from "../payments/payment-terms.ts";
import { isOwnPayment, provePayment } from "../payments/prove-payment.ts";
import { getLinkedState, statusOf, termsOf } from "./linked-state.ts";
import { payableOf } from "./payable-of.ts";

/** Starts the payment that a subscriber signed, with a settlement of the same engine as all others. */
export const payInvoiceLink = visit("POST /invoice-links/{linkToken}/pay", {
  name: "invoiceLinks.pay",
  summary: "Pay an invoice by its link",
  description:
    "Accepts the signed payment and returns at once, while the payment goes to the chain; poll the status for the result. A payment that the chain would refuse is refused here and never sent. Once it is confirmed on-chain, the invoice is `PAID`. Repeating the call never pays twice. Until a payment is sent to the chain, another wallet's payment can replace it.",
  beforeBody: requireInvoiceLink,
  refusals: {
    ...paymentRefusals,
    nothingDue,
    invoiceLinkNotFound,
    chainDoesNotAnswer,
    tooManyRequests,
  },
  input: PayInvoice,
  output: OneInvoicePaymentStatus,
  run: async (work, { linkToken, payerAddress, payment, terms }) => {
    const { invoice, underWay } = await getLinkedState(work, linkToken);
    if (invoice.status !== "PAID" && !isOwnPayment(underWay, payerAddress)) {
      if (invoice.status !== "OPEN") throw new Refusal(invoiceClosed(invoice.status));
      requireShownTerms(terms, termsOf(work, invoice));
      const payee = requirePayee(work, invoice.service);
      const signed = { payerAddress, payment, payer: null };
      const start = await provePayment(work, payee, payableOf(invoice), signed, (at) =>
        holdLinked(at, invoice),
      );
      const now = await work.time();
      await inTransaction(work.db, async (tx) => {
        if (!(await start({ tx, now }))) return;
        const write = { apiKeyId: "invoice link", tenant: everyone, operation: "invoiceLinks.pay" };
        await noteWrite({ tx, now }, { ...write, requestId: work.request.id }, invoice);
      });
    }
    return { invoiceStatus: statusOf(work, await getLinkedState(work, linkToken)) };
  },
});

/** Locks the invoice, whose link may have been replaced since it was read. */
async function holdLinked(
  { tx }: InTransaction,
  { id, linkToken }: LinkedInvoiceRow,
): Promise<Invoice> {
  const invoice = await findHeldInvoice({ tx, tenant: everyone }, id);
  if (invoice?.linkToken !== linkToken) throw new Refusal(invoiceLinkNotFound);
  return invoice;
}
