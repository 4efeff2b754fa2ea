import type { z } from "zod";
import { amountDue } from "../../invoices/amount-due.ts";
import { type LinkedInvoiceRow, loadLinkedInvoice } from "../../invoices/load-linked-invoice.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import type { OneInvoicePaymentStatus } from "../../schemas/invoice-links.ts";
import { type AgreedTerms, agreedTerms } from "../payments/agreed-terms.ts";
import { getPaymentState, type PaymentState } from "../payments/payment-state.ts";

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
