import type { z } from "zod";
import { isTopUp } from "../../balances/store.ts";
import { shownService } from "../../catalog/services/services.ts";
import { amountDue } from "../../invoices/invoice-records.ts";
import { loadBilled, loadLinkedInvoice } from "../../invoices/load-invoice.ts";
import type { LinkedInvoiceRow } from "../../invoices/store.ts";
import { formatAmount } from "../../kit/money.ts";
import { Refusal } from "../../kit/refusal.ts";
import { pageOperation } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import {
  BilledUsagePage,
  BilledUsageQuery,
  InvoiceLink,
  invoiceLinkNotFound,
  invoiceNotPaid,
  OneInvoicePaymentStatus,
  OneInvoiceUsage,
  OneLinkedInvoice,
} from "../../schemas/invoice-links.ts";
import { OneSettlementProof } from "../../schemas/settlement-proofs.ts";
import { findRefundProofs, proofOf } from "../../settlements/settlement-proof.ts";
import { findConfirmedOfInvoice } from "../../settlements/store.ts";
import { sumInvoiceUsage } from "../../usage/sum-invoice-usage.ts";
import { readBilledPage } from "../../usage/usage-of-invoices.ts";
import { getPaymentState, type PaymentState } from "../payments/payment-state.ts";
import { type AgreedTerms, agreedTerms, shownPayee } from "../payments/payment-terms.ts";

/** An invoice that a link leads to and its payment, checked against the chain. */
export interface LinkedState extends PaymentState {
  readonly invoice: LinkedInvoiceRow;
}

/** Reads an invoice by its link, and its payment as of now. */
export async function getLinkedState(
  parts: Parameters<typeof getPaymentState>[0] & Pick<Parts, "due">,
  linkToken: string,
): Promise<LinkedState> {
  const before = await loadLinkedInvoice(parts, linkToken);
  const state = await getPaymentState(parts, before.id);
  // Checking the chain may have made it PAID.
  const invoice = state.payment === null ? before : await loadLinkedInvoice(parts, linkToken);
  return { invoice, ...state };
}

/** The part of an invoice's state that its status shows. */
export function statusOf(
  parts: Pick<Parts, "collector">,
  { invoice, payment }: LinkedState,
): z.input<typeof OneInvoicePaymentStatus>["invoiceStatus"] {
  return { status: invoice.status, terms: termsOf(parts, invoice), payment };
}

/** What the payer of an invoice agrees to now. The prices of its usage were agreed to before. */
export const termsOf = (parts: Pick<Parts, "collector">, invoice: LinkedInvoiceRow): AgreedTerms =>
  agreedTerms(parts, { ...invoice, amountDue: amountDue(invoice) });

type Receipt = z.input<typeof OneLinkedInvoice>["invoice"]["receipt"];

/** The payment of an invoice that the chain has recorded; null when it is not `PAID`. */
async function receiptOf(
  { db, explorerUrl }: Pick<Parts, "db" | "explorerUrl">,
  { id, status }: Pick<LinkedInvoiceRow, "id" | "status">,
): Promise<Receipt> {
  if (status !== "PAID") return null;
  const settlement = await findConfirmedOfInvoice(db, id);
  // A reorganization may take it back between the two reads.
  if (settlement === null) return null;
  const { transactionHash, payerAddress, merchantAddress, amount, confirmedAt } = settlement;
  if (transactionHash === null || confirmedAt === null) return null;
  const transactionUrl = explorerUrl === null ? null : `${explorerUrl}/tx/${transactionHash}`;
  return {
    transactionHash,
    payerAddress,
    merchantAddress,
    amount,
    confirmedAt,
    transactionUrl,
  };
}

/** Shows an invoice to anyone with its link. */
export const viewInvoice = pageOperation("GET /invoice-links/{linkToken}", {
  name: "invoiceLinks.view",
  summary: "View an invoice by its link",
  description:
    "Who bills whom for what, where to pay and, once it is paid, the receipt. Anyone with the link can view it.",
  refusals: { invoiceLinkNotFound, tooManyRequests },
  input: InvoiceLink,
  output: OneLinkedInvoice,
  run: async (work, { linkToken }) => {
    const { invoice, payment } = await getLinkedState(work, linkToken);
    const { service, user } = invoice;
    const { lines, creditNotes, usageEventCount } = await loadBilled(work, invoice.id);
    return {
      invoice: {
        ...invoice,
        service: shownService(service),
        seller: service.owner,
        billedTo: user,
        amountDue: amountDue(invoice),
        creditNotes,
        lines,
        creditsBalance: await isTopUp(work.db, invoice.id),
        usageEventCount,
        chain: shownPayee(work, service),
        terms: termsOf(work, invoice),
        payment,
        receipt: await receiptOf(work, invoice),
      },
    };
  },
});

/** The page polls it while a payment is in progress. */
export const getInvoicePaymentStatus = pageOperation("GET /invoice-links/{linkToken}/status", {
  name: "invoiceLinks.status",
  summary: "Get the status of an invoice's payment",
  description:
    "Poll it until the invoice is `PAID` or its payment has failed. A payment that was sent is checked against the chain on every read.",
  refusals: { invoiceLinkNotFound, tooManyRequests },
  input: InvoiceLink,
  output: OneInvoicePaymentStatus,
  run: async (work, { linkToken }) => ({
    invoiceStatus: statusOf(work, await getLinkedState(work, linkToken)),
  }),
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
    const proof = proofOf(settlement, work.chain);
    return { proof: { ...proof, refunds: await findRefundProofs(work.db, settlement, work) } };
  },
});
