import type { InTransaction } from "../db/client.ts";
import type { Invoice } from "../db/generated/client.ts";
import { Amount } from "../kit/money.ts";
import { Refusal, type RefusalTerms } from "../kit/refusal.ts";
import { everyone } from "../kit/tenant.ts";
import type { Links, Owned, Parts, Storage } from "../operation/ports/parts.ts";
import { invoiceNotFound, referencedInvoiceNotFound } from "../schemas/invoices.ts";
import { findInvoiceRecord, lockInvoices } from "./store.ts";

/* Invoices without their nested records, for functions that check or lock them. */

/**
 * Loads an invoice.
 *
 * @param notFound the refusal, by where the call names the invoice: in an input of another noun, or in its path
 * @throws Refusal 404 when the tenant has no invoice with this id
 */
export async function getInvoiceRecord(
  { db, tenant }: Owned,
  id: string,
  notFound: RefusalTerms = referencedInvoiceNotFound,
): Promise<Invoice> {
  const invoice = await findInvoiceRecord(db, id, tenant);
  if (invoice === null || invoice.userId === null) throw new Refusal(notFound);
  return invoice;
}

/**
 * Locks invoices until the transaction ends, so that nothing else changes them.
 *
 * @returns a lookup by id, which throws for an id that was not locked
 */
export async function holdInvoices(
  { tx }: Pick<InTransaction, "tx">,
  ids: readonly string[],
): Promise<(id: string) => Invoice> {
  const invoices = new Map((await lockInvoices(tx, ids, everyone)).map((row) => [row.id, row]));
  return (id) => {
    const invoice = invoices.get(id);
    if (invoice === undefined) throw new Refusal(invoiceNotFound);
    return invoice;
  };
}

/** Locks the invoice that an input names. @returns null when the tenant has no invoice with this id */
export async function findHeldInvoice(
  { tx, tenant }: Pick<InTransaction, "tx"> & Pick<Parts, "tenant">,
  id: string,
): Promise<Invoice | null> {
  const [invoice] = await lockInvoices(tx, [id], tenant);
  return invoice ?? null;
}

/** Reads any seller's invoice without a lock. */
export function peekInvoice({ db }: Storage, id: string): Promise<Invoice | null> {
  return findInvoiceRecord(db, id, everyone);
}

/** Returns whether an invoice accepts settlements now: it is open, and its `dueAt` has not passed. */
export function acceptsSettlement({ status, dueAt }: Invoice, now: Date): boolean {
  return status === "OPEN" && (dueAt === null || dueAt > now);
}

/** What decides how much of an invoice is due. */
export type Due = Pick<Invoice, "amount" | "creditedBeforePayment" | "paidFromBalance">;

/**
 * What a payment of an invoice has to be, in USDC: its amount, less the credit notes that were created before it was
 * paid, and what was paid from a balance. It cannot change while the invoice has a live settlement.
 */
export function amountDue({ amount, creditedBeforePayment, paidFromBalance }: Due): Amount {
  return new Amount(amount.toFixed())
    .minus(creditedBeforePayment.toFixed())
    .minus(paidFromBalance.toFixed());
}

type Shown = Due & Pick<Invoice, "linkToken">;

/** Adds the address of an invoice's page, and what a payment has to be. */
export const shownInvoice = <Row extends Shown>(
  { checkoutUrl }: Links,
  invoice: Row,
): Row & { readonly url: string; readonly amountDue: Amount } => ({
  ...invoice,
  url: `${checkoutUrl}/invoices/${invoice.linkToken}`,
  amountDue: amountDue(invoice),
});
