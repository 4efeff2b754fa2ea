import type { InTransaction } from "../db/client.ts";
import type { Invoice } from "../db/generated/client.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { nextCollection } from "./collection-schedule.ts";
import { acceptsSettlement, findHeldInvoice } from "./invoice-records.ts";
import { setCollection } from "./store.ts";

/**
 * Takes the next collection attempt of an invoice and schedules the one after it, in the transaction that makes the
 * attempt.
 *
 * @returns the invoice, locked; null when another process has taken the attempt, or when the invoice is no longer open
 */
export async function takeCollection(
  { tx, now, tenant }: InTransaction & Pick<Parts, "tenant">,
  id: string,
): Promise<Invoice | null> {
  const invoice = await findHeldInvoice({ tx, tenant }, id);
  if (invoice === null || invoice.collectAt === null || invoice.collectAt > now) return null;
  const isOpen = acceptsSettlement(invoice, now);
  await setCollection(tx, id, isOpen ? nextCollection(invoice.createdAt, now) : null);
  return isOpen ? invoice : null;
}
