import { z } from "zod";
import { type InTransaction, inTransaction } from "../../db/client.ts";
import type { Invoice } from "../../db/generated/client.ts";
import { amountDue, findHeldInvoice } from "../../invoices/invoice-records.ts";
import { loadLinkedInvoice, requireInvoiceLink } from "../../invoices/load-invoice.ts";
import type { LinkedInvoiceRow } from "../../invoices/store.ts";
import { addressOut, component, decimalOut } from "../../kit/answers.ts";
import { evmAddress, type Hex } from "../../kit/evm-fields.ts";
import { fromTokenUnits, toTokenUnits } from "../../kit/money.ts";
import { Refusal, type RefusalTerms } from "../../kit/refusal.ts";
import { everyone } from "../../kit/tenant.ts";
import { noteWrite } from "../../operation/access/audit/note-write.ts";
import { pageOperation } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import {
  InvoiceLink,
  invoiceLinkNotFound,
  OneInvoicePaymentStatus,
} from "../../schemas/invoice-links.ts";
import {
  balanceTooLow,
  invoiceClosed,
  nothingCollected,
  payerIsMerchant,
  paymentRefusals,
  termsChanged,
} from "../../schemas/payment-refusals.ts";
import {
  PreparedPayment,
  SignedPayment,
  shownTerms,
  signedPayment,
} from "../../schemas/payments.ts";
import { chainDoesNotAnswer } from "../../schemas/settlements.ts";
import {
  type Payable,
  requireBalance,
  requirePayee,
  requirePayer,
  requireShownTerms,
} from "../payments/payment-terms.ts";
import { preparePayment } from "../payments/prepare-payment.ts";
import { isOwnPayment, provePayment } from "../payments/prove-payment.ts";
import { getLinkedState, statusOf, termsOf } from "./view-invoice.ts";

const nothingDue: RefusalTerms = {
  kind: "conflict",
  code: "nothing_due",
  message: "Nothing is due.",
  meaning: "The invoice's amount is zero.",
  remedy: "There is nothing to pay. As the seller, void the invoice if it should not be open.",
};

/** What the payer of an `OPEN` invoice signs for. @throws Refusal 409 when nothing is due */
function payableOf(invoice: LinkedInvoiceRow): Payable {
  const { id: invoiceId, serviceId, billHash } = invoice;
  const amount = amountDue(invoice);
  if (amount.isZero()) throw new Refusal(nothingDue);
  return {
    invoiceId,
    serviceId,
    referenceHash: billHash as Hex,
    amount,
  };
}

const PayInvoice = InvoiceLink.extend({
  payerAddress: evmAddress().meta({ description: "Address of the wallet that signed" }),
  payment: SignedPayment.meta({
    description: "The prepared and signed payment",
    example: signedPayment,
  }),
  terms: shownTerms(),
});

/** Starts the payment that a subscriber signed, with a settlement of the same engine as all others. */
export const payInvoiceLink = pageOperation("POST /invoice-links/{linkToken}/pay", {
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
      const signed = payment === undefined ? null : { payment };
      const given = { payerAddress, signed, payer: null };
      const start = await provePayment(work, payee, payableOf(invoice), given, (at) =>
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
export async function holdLinked(
  { tx }: InTransaction,
  { id, linkToken }: LinkedInvoiceRow,
): Promise<Invoice> {
  const invoice = await findHeldInvoice({ tx, tenant: everyone }, id);
  if (invoice?.linkToken !== linkToken) throw new Refusal(invoiceLinkNotFound);
  return invoice;
}

const PrepareInvoicePayment = InvoiceLink.extend({
  payerAddress: evmAddress().meta({ description: "Address of the wallet that pays and signs" }),
  terms: shownTerms(),
});

const OnePreparedInvoicePayment = z.object({
  preparedPayment: component("PreparedInvoicePayment", "The payment of an invoice, to be signed.", {
    payerAddress: addressOut().meta({ description: "Address of the wallet that signs" }),
    balance: decimalOut().meta({ description: "The wallet's balance, in USDC" }),
    ...PreparedPayment.shape,
  }),
});

/** Changes nothing: the payment starts when the wallet's signature is sent. */
export const prepareInvoicePayment = pageOperation("POST /invoice-links/{linkToken}/prepare", {
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
