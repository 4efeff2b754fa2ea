import { invoiceNotFound } from "../../contract/invoices.ts";
import type { InTransaction } from "../../db/client.ts";
import type { Invoice } from "../../db/generated/client.ts";
import { Refusal, referencedRecordNotFound } from "../../lib/refusal.ts";
import { everyone } from "../../lib/tenant.ts";
import type { Parts } from "../../ports/parts.ts";
import { upToDate } from "../../ports/up-to-date.ts";
import {
  findInvoice,
  findInvoiceRecord,
  findInvoicesAsked,
  type InvoiceRow,
  lockInvoices,
} from "./store.ts";

type ReadParts = Pick<Parts, "db" | "tenant" | "due">;

/** The invoice as of now: one whose `dueAt` has passed unpaid is `EXPIRED`. */
export function getInvoice(parts: ReadParts, id: string): Promise<InvoiceRow> {
  return asOfNow(parts, () => findInvoice(parts.db, id, parts.tenant));
}

/** The same outside a transaction, read in a batch with what others ask for at about the same time. */
export function readInvoice(
  parts: ReadParts & Pick<Parts, "batch">,
  id: string,
): Promise<InvoiceRow> {
  const { batch, tenant } = parts;
  return asOfNow(parts, () => batch.read(findInvoicesAsked, { id, tenant }));
}

function asOfNow(parts: ReadParts, find: () => Promise<InvoiceRow | null>): Promise<InvoiceRow> {
  const read = async () => {
    const invoice = await find();
    if (invoice === null) throw new Refusal(invoiceNotFound);
    return invoice;
  };
  return upToDate(parts, read, (invoice) => ({ invoices: [invoice] }));
}

/** An invoice without what it nests, for a caller that names it in another record. */
export async function getInvoiceRecord(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<Invoice> {
  const invoice = await findInvoiceRecord(db, id, tenant);
  if (invoice === null || invoice.userId === null) throw new Refusal(referencedRecordNotFound);
  return invoice;
}

/**
 * Locks invoices until the transaction ends: nothing else moves them meanwhile.
 *
 * @returns a look-up by id; it throws for an id that was not locked
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

/** The same for one that a caller named. @returns null when the tenant has none of this id */
export async function findHeldInvoice(
  { tx, tenant }: Pick<InTransaction, "tx"> & Pick<Parts, "tenant">,
  id: string,
): Promise<Invoice | null> {
  const [invoice] = await lockInvoices(tx, [id], tenant);
  return invoice ?? null;
}

/** Any seller's invoice without what it nests, and without a lock. */
export function peekInvoice({ db }: Pick<Parts, "db">, id: string): Promise<Invoice | null> {
  return findInvoiceRecord(db, id, everyone);
}

/** Whether an invoice may be settled now: it is open, and its `dueAt` has not passed. */
export function acceptsSettlement({ status, dueAt }: Invoice, now: Date): boolean {
  return status === "OPEN" && (dueAt === null || dueAt > now);
}
