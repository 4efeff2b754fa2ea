import type { z } from "zod";
import { askChain } from "../../chain/chain-errors.ts";
import type { Queryable } from "../../db/client.ts";
import { acceptsSettlement, peekInvoice } from "../../invoices/invoice-records.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { Refusal } from "../../kit/refusal.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { invoiceClosed } from "../../schemas/payment-refusals.ts";
import type { PreparedPayment } from "../../schemas/payments.ts";
import { type Payable, type Payee, paymentTerms } from "./payment-terms.ts";

/** Prepares what a wallet signs to pay. Nothing is stored. @throws Refusal when the invoice accepts no payment */
export async function preparePayment(
  { db, times, chain }: Parts,
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

/** What a payment locks. A payment that needs several of these locks takes them in this order. */
type PaymentLock = "invoice" | "payer" | "service";

/**
 * Locks an invoice, a payer or a service for other payments, in all processes, until the transaction ends. Only
 * payments that a wallet signs take these locks, before any row lock.
 */
export async function lockPayments(tx: Queryable, lock: PaymentLock, of: string): Promise<void> {
  await tx.$executeRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`usance payment ${lock} ${of}`}, 0))`;
}
