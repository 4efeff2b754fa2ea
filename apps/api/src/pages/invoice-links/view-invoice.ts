import { z } from "zod";
import { isTopUp } from "../../balances/store.ts";
import { shownService } from "../../catalog/services/services.ts";
import { countEvents, loadBill } from "../../invoices/bills/billed-events.ts";
import { amountDue } from "../../invoices/invoice-records.ts";
import { loadLinkedInvoice } from "../../invoices/load-invoice.ts";
import { findBilled, type LinkedInvoiceRow } from "../../invoices/store.ts";
import { addressOut, component, decimalOut, timeOut } from "../../kit/answers.ts";
import { exampleHash } from "../../kit/evm-fields.ts";
import { pageOperation } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import type { Parts, SettlementParts } from "../../operation/ports/parts.ts";
import { InvoiceProof } from "../../schemas/bills.ts";
import { maxDisputes } from "../../schemas/disputes.ts";
import {
  InvoiceLink,
  invoiceLinkNotFound,
  LinkedDispute,
  OneInvoicePaymentStatus,
} from "../../schemas/invoice-links.ts";
import { billed, credit, maxNestedCreditNotes } from "../../schemas/invoices.ts";
import { CurrentPayment, PayeeOut, TermsOut } from "../../schemas/payments.ts";
import { OfferedPlan } from "../../schemas/plans.ts";
import { CreditNoteRecord, InvoiceRecord } from "../../schemas/records.ts";
import { ShownService } from "../../schemas/services.ts";
import { User } from "../../schemas/users.ts";
import { type DisputeRow, findDisputesOf } from "../../settlements/disputes/store.ts";
import { loadInvoiceProof } from "../../settlements/prove-invoice.ts";
import { findConfirmedOfInvoice } from "../../settlements/store.ts";
import { getPaymentState, type PaymentState } from "../payments/payment-state.ts";
import { type AgreedTerms, agreedTerms, shownPayee } from "../payments/payment-terms.ts";

/** An invoice that a link leads to and its payment, checked against the chain. */
export interface LinkedState extends PaymentState {
  readonly invoice: LinkedInvoiceRow;
}

/** Reads an invoice by its link, and its payment as of now. */
export async function getLinkedState(
  parts: Parameters<typeof getPaymentState>[0] & Parts,
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
  parts: Parts,
  { invoice, payment }: LinkedState,
): z.input<typeof OneInvoicePaymentStatus>["invoiceStatus"] {
  return { status: invoice.status, terms: termsOf(parts, invoice), payment };
}

/** What the payer of an invoice agrees to now. The prices of its usage were agreed to before. */
export const termsOf = (parts: SettlementParts, invoice: LinkedInvoiceRow): AgreedTerms =>
  agreedTerms(parts, { ...invoice, amountDue: amountDue(invoice) });

const LinkedInvoice = component("LinkedInvoice", "An invoice as its page shows it.", {
  ...InvoiceRecord.pick({
    status: true,
    amount: true,
    currency: true,
    dueAt: true,
    paidAt: true,
    createdAt: true,
  }).shape,
  seller: z
    .object({
      name: User.shape.name.meta({ description: "The seller's name; null if none was given" }),
    })
    .meta({ description: "The seller" }),
  service: ShownService.meta({ description: "The service that is billed" }),
  paymentPlan: OfferedPlan,
  billedTo: User.pick({ name: true, email: true }).meta({ description: "The subscriber" }),
  ...credit,
  creditNotes: z
    .array(CreditNoteRecord.pick({ amount: true, reason: true, status: true, createdAt: true }))
    .meta({
      description: `The invoice's credit notes, newest first: at most the ${maxNestedCreditNotes} newest`,
    }),
  disputes: z.array(LinkedDispute).meta({
    description: `The invoice's disputes, newest first: at most ${maxDisputes}`,
  }),
  periodStart: billed.periodStart,
  periodEnd: billed.periodEnd,
  lines: billed.lines.meta({
    description:
      "What the invoice bills: at most 100 lines, whose amounts add up to `amount`. Empty if the seller sent none",
  }),
  creditsBalance: z.boolean().meta({
    description:
      "Whether the invoice is a top-up, whose payment credits the subscriber's prepaid balance with the service",
    example: false,
  }),
  usageEventCount: billed.usageEventCount.meta({
    description:
      "How many usage events the invoice bills. Those that were only recorded with its id are counted up to 10000: 10000 means 10000 or more",
  }),
  chain: PayeeOut.nullable().meta({
    description: "Where to pay; null if this seller cannot take payments here",
  }),
  terms: TermsOut,
  payment: CurrentPayment,
  receipt: z
    .object({
      transactionHash: z.string().meta({
        description: "Hash of the transaction that the payment was recorded by",
        example: exampleHash,
      }),
      payerAddress: addressOut().meta({ description: "Address of the wallet that paid" }),
      merchantAddress: addressOut().meta({ description: "Address that was paid" }),
      amount: decimalOut().meta({ description: "Amount that was paid, in USDC" }),
      confirmedAt: timeOut().meta({ description: "When the payment was confirmed" }),
      transactionUrl: z
        .string()
        .nullable()
        .meta({
          description: "The transaction in a block explorer; null if none is configured",
          example: `https://basescan.org/tx/${exampleHash}`,
        }),
    })
    .nullable()
    .meta({
      description:
        "The confirmed payment; null until the invoice is `PAID`, and if all of it was paid from the prepaid balance",
    }),
});

const OneLinkedInvoice = z.object({ invoice: LinkedInvoice });

type Receipt = z.input<typeof OneLinkedInvoice>["invoice"]["receipt"];

/** The payment of an invoice that the chain has recorded; null when it is not `PAID`. */
async function receiptOf(
  { db, explorerUrl }: Parts,
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

/** A dispute as an invoice's page shows it. */
export const shownDispute = ({ usageEvents, ...dispute }: DisputeRow) => ({
  ...dispute,
  usageEventCount: usageEvents.length,
});

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
    const { lines, creditNotes, usageEventCount } = await findBilled(work.db, invoice.id);
    const { bill } = await loadBill(work.db, invoice.id);
    const disputes = await findDisputesOf(work.db, invoice.id);
    return {
      invoice: {
        ...invoice,
        service: shownService(service),
        seller: service.owner,
        billedTo: user,
        amountDue: amountDue(invoice),
        creditNotes,
        disputes: disputes.map(shownDispute),
        lines,
        creditsBalance: await isTopUp(work.db, invoice.id),
        usageEventCount: bill.usage === null ? usageEventCount : countEvents(bill),
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

export const proveLinkedInvoice = pageOperation("GET /invoice-links/{linkToken}/proof", {
  name: "invoiceLinks.proof",
  cost: "page",
  summary: "Get the proof of an invoice by its link",
  description:
    "What the invoice bills and, once it is `PAID`, the proof of its payment, as `GET /invoices/{invoiceId}/proof` returns them. Anyone can check them.",
  refusals: { invoiceLinkNotFound, tooManyRequests },
  input: InvoiceLink,
  output: z.object({ proof: InvoiceProof }),
  run: async (work, { linkToken }) => {
    const { invoice } = await getLinkedState(work, linkToken);
    return { proof: await loadInvoiceProof(work.db, invoice) };
  },
});
