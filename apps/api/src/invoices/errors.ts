import type { RefusalTerms } from "../shared/refusal.ts";
import type { InvoiceState } from "./machine.ts";

export const invoiceNotFound: RefusalTerms = {
  kind: "not_found",
  message: "Invoice was not found.",
};

export const usageOfAnotherSubscription: RefusalTerms = {
  kind: "conflict",
  message: "Invoice has usage of another subscription than its own.",
};

export const invoiceCreatedPaid: RefusalTerms = {
  kind: "invalid",
  message: "Invoices cannot be created with PAID status.",
};

export const planNotOfSubscription: RefusalTerms = {
  kind: "invalid",
  message: "Payment plan does not match the subscription.",
};

export const invoiceCannotMove = (from: InvoiceState, to: InvoiceState): RefusalTerms => ({
  kind: "conflict",
  message: `Invoice cannot move from ${from} to ${to}.`,
});
