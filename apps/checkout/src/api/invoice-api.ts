import type { Invoice, InvoiceStatus } from "./answers.ts";
import { type BrandedService, brandedService } from "./branded-service.ts";
import { call, procedures } from "./calls.ts";
import type { Payable, PaymentApi, PaymentStatus } from "./payable.ts";

const statuses: Readonly<Record<Invoice["status"], Payable["status"]>> = {
  DRAFT: "DRAFT",
  OPEN: "PENDING",
  PAID: "PAID",
  EXPIRED: "EXPIRED",
  VOID: "CANCELLED",
};

/** The calls of an invoice's page; its id is the token of its link. */
export function invoiceApi(apiUrl: string): PaymentApi {
  const { invoiceLinks } = procedures(apiUrl);
  return {
    view: async (linkToken, signal) => {
      const ask = (options: object) => invoiceLinks.view.query({ linkToken }, options);
      const { invoice } = await call(signal, ask);
      return payableOf(linkToken, brandedService(apiUrl, invoice.service), invoice);
    },
    status: async (linkToken, signal) => {
      const ask = (options: object) => invoiceLinks.status.query({ linkToken }, options);
      return statusOf((await call(signal, ask)).invoiceStatus);
    },
    prepare: async ({ id: linkToken, payerAddress, terms }, signal) => {
      const ask = (options: object) =>
        invoiceLinks.prepare.mutate({ linkToken, payerAddress, terms }, options);
      const { balance, ...payment } = (await call(signal, ask)).preparedPayment;
      return { payerAddress, balance, payment, cap: null };
    },
    pay: async ({ id: linkToken, payerAddress, payment, terms }, signal) => {
      if (!payerAddress || !payment) throw new Error("An invoice is paid with a signature.");
      const ask = (options: object) =>
        invoiceLinks.pay.mutate({ linkToken, payerAddress, payment, terms }, options);
      return statusOf((await call(signal, ask)).invoiceStatus);
    },
  };
}

const payableOf = (id: string, service: BrandedService, invoice: Invoice): Payable => ({
  id,
  status: statuses[invoice.status],
  expiresAt: invoice.dueAt,
  seller: invoice.seller,
  service,
  paymentPlan: invoice.paymentPlan,
  rateCards: [],
  amountDue: invoice.amountDue,
  takesEmail: false,
  successUrl: null,
  cancelUrl: null,
  nextCharge: null,
  chain: invoice.chain,
  terms: invoice.terms,
  payment: invoice.payment,
  outcome: null,
  invoice,
});

const statusOf = ({ status, terms, payment }: InvoiceStatus): PaymentStatus => ({
  status: statuses[status],
  terms,
  payment,
});
