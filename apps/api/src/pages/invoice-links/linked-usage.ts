import { z } from "zod";
import { loadLinkedInvoice } from "../../invoices/load-invoice.ts";
import { cursor, limit, nextCursor, type Place, readPlace } from "../../kit/lists.ts";
import { formatAmount } from "../../kit/money.ts";
import { Refusal, type RefusalTerms } from "../../kit/refusal.ts";
import { pageOperation } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import { InvoiceLink, invoiceLinkNotFound, OneInvoiceUsage } from "../../schemas/invoice-links.ts";
import {
  HashedInvoice,
  HashedUsageEvent,
  OneSettlementProof,
} from "../../schemas/settlement-proofs.ts";
import { loadSettlementProof } from "../../settlements/settlement-proof.ts";
import { findConfirmedOfInvoice } from "../../settlements/store.ts";
import { readBilledPage, sumInvoiceUsage } from "../../usage/usage-of-invoices.ts";
import { getLinkedState } from "./view-invoice.ts";

const invoiceNotPaid: RefusalTerms = {
  kind: "conflict",
  code: "invoice_link_not_paid",
  message: "Invoice is not PAID.",
  meaning:
    "The page shows single usage events and the proof of the payment only once the invoice is `PAID`.",
  remedy: "Poll the status of the payment until the invoice is `PAID`.",
};

const list = "invoice-links/usage-events";

const maxPage = 1_000;

const BilledUsageQuery = InvoiceLink.extend({
  limit: limit(maxPage, maxPage).transform((given) => given ?? maxPage),
  cursor: cursor<Place>((text) => readPlace(list, text)),
});

const BilledUsagePage = z.object({
  invoice: HashedInvoice,
  usageEvents: z.array(HashedUsageEvent).meta({ description: "Newest first" }),
  nextCursor: nextCursor(list),
});

/** The receipt computes the usage hash of what it returns. */
export const listLinkedUsage = pageOperation("GET /invoice-links/{linkToken}/usage-events", {
  name: "invoiceLinks.usageEvents",
  cost: "page",
  summary: "List the usage events of a paid invoice",
  description:
    "Returns the invoice and a page of its usage events, with the fields of which the usage hash is computed.",
  refusals: { invoiceLinkNotFound, invoiceNotPaid, tooManyRequests },
  input: BilledUsageQuery,
  output: BilledUsagePage,
  run: async (work, { linkToken, ...page }) => {
    const invoice = await loadLinkedInvoice(work, linkToken);
    if (invoice.status !== "PAID") throw new Refusal(invoiceNotPaid);
    const { id, subscriptionId, amount, currency } = invoice;
    const { rows, next } = await readBilledPage(work, id, page);
    return {
      invoice: { id, subscriptionId, amount: formatAmount(amount), currency },
      usageEvents: rows,
      nextCursor: next,
    };
  },
});

export const sumLinkedUsage = pageOperation("GET /invoice-links/{linkToken}/usage", {
  name: "invoiceLinks.usage",
  cost: "large",
  summary: "Add up the usage of an invoice",
  description:
    "The usage that the invoice bills, by the prefix of its keys and by day. For a long period the intervals are months or years.",
  refusals: { invoiceLinkNotFound, tooManyRequests },
  input: InvoiceLink,
  output: OneInvoiceUsage,
  run: async (work, { linkToken }) => {
    const { id } = await loadLinkedInvoice(work, linkToken);
    return { invoiceUsage: await sumInvoiceUsage(work, id) };
  },
});

export const proveLinkedPayment = pageOperation("GET /invoice-links/{linkToken}/proof", {
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
    return { proof: await loadSettlementProof(work.db, settlement) };
  },
});
