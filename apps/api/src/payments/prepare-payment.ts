import type { z } from "zod";
import { acceptsSettlement, peekInvoice } from "../billing/invoices/invoice-records.ts";
import { invoiceClosed } from "../contract/payment-refusals.ts";
import type { PreparedPayment } from "../contract/payments.ts";
import type { Hex } from "../lib/evm-fields.ts";
import { Refusal } from "../lib/refusal.ts";
import { askChain } from "../ports/ask-chain.ts";
import type { Parts } from "../ports/parts.ts";
import { type Payable, type Payee, paymentTerms } from "./payment-terms.ts";

/** Prepares what a wallet signs to pay. Nothing is stored. @throws Refusal when the invoice accepts no payment */
export async function preparePayment(
  { db, times, chain }: Pick<Parts, "db" | "times" | "chain">,
  payee: Payee,
  payable: Payable,
  payer: Hex,
): Promise<z.input<typeof PreparedPayment>> {
  // The seller may have voided the invoice of an earlier payment: nobody should sign for it.
  const invoice = await peekInvoice({ db }, payable.invoiceId);
  if (invoice !== null && !acceptsSettlement(invoice, await times.of(db, invoice.serviceId))) {
    throw new Refusal(invoiceClosed(invoice.status));
  }
  const validUntil = await askChain(chain.deadline());
  const terms = paymentTerms(payee, payable, payer, validUntil);
  const typedData = await askChain(payee.collector.paymentToSign(terms));
  return { validUntil: Number(validUntil), typedData };
}
