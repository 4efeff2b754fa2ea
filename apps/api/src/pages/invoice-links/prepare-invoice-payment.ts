import { loadLinkedInvoice, requireInvoiceLink } from "../../invoices/load-linked-invoice.ts";
import { fromTokenUnits, toTokenUnits } from "../../kit/money.ts";
import { Refusal } from "../../kit/refusal.ts";
import { visit } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import {
  invoiceLinkNotFound,
  OnePreparedInvoicePayment,
  PrepareInvoicePayment,
} from "../../schemas/invoice-links.ts";
import {
  balanceTooLow,
  invoiceClosed,
  nothingCollected,
  nothingDue,
  payerIsMerchant,
  termsChanged,
} from "../../schemas/payment-refusals.ts";
import { chainDoesNotAnswer } from "../../schemas/settlements.ts";
import { requireShownTerms } from "../payments/agreed-terms.ts";
import { requireBalance, requirePayee, requirePayer } from "../payments/payment-terms.ts";
import { preparePayment } from "../payments/prepare-payment.ts";
import { termsOf } from "./linked-state.ts";
import { payableOf } from "./payable-of.ts";

/** Changes nothing: the payment starts when the wallet's signature is sent. */
export const prepareInvoicePayment = visit("POST /invoice-links/{linkToken}/prepare", {
  name: "invoiceLinks.prepare",
  summary: "Prepare the payment of an invoice",
  description:
    "Returns the typed data that the wallet signs. Nothing is stored, so it can be called any number of times.",
  beforeBody: requireInvoiceLink,
  refusals: {
    payerIsMerchant,
    invoiceLinkNotFound,
    nothingCollected,
    termsChanged: termsChanged(["5.000000 USDC are due now, not 7.000000 USDC."]),
    nothingDue,
    invoiceClosed: invoiceClosed("VOID"),
    balanceTooLow: balanceTooLow(3_000_000n, 25_000_000n),
    chainDoesNotAnswer,
    tooManyRequests,
  },
  input: PrepareInvoicePayment,
  output: OnePreparedInvoicePayment,
  run: async (work, { linkToken, payerAddress, terms }) => {
    const invoice = await loadLinkedInvoice(work, linkToken);
    if (invoice.status !== "OPEN") throw new Refusal(invoiceClosed(invoice.status));
    requireShownTerms(terms, termsOf(work, invoice));
    const payable = payableOf(invoice);
    const payee = requirePayee(work, invoice.service);
    const payer = requirePayer(payee, payerAddress);
    const payment = await preparePayment(work, payee, payable, payer);
    const { balance } = await requireBalance(payee, payer, toTokenUnits(payable.amount));
    return { preparedPayment: { payerAddress, balance: fromTokenUnits(balance), ...payment } };
  },
});
