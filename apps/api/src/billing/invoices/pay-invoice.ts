import type { Queryable } from "../../db/client.ts";
import { announceInvoice, announceInvoices } from "./announce-invoice.ts";
import { linkInvoice, moveInvoices } from "./store.ts";

/** Marks invoices `PAID`, in the transaction that confirms their settlements and nowhere else. */
export async function payInvoices(tx: Queryable, ids: readonly string[], now: Date): Promise<void> {
  const paid = await moveInvoices(tx, ids, "pay", { paidAt: now, updatedAt: now });
  if (paid < ids.length) {
    throw new Error(
      `Not all of the confirmed settlements' invoices can be paid: ${ids.join(" ")}.`,
    );
  }
  await announceInvoices(tx, "invoice.paid", ids, now);
}

/** Takes a payment back, in the transaction that takes its settlement back and nowhere else. */
export async function reopenInvoice(tx: Queryable, id: string, now: Date): Promise<void> {
  if ((await moveInvoices(tx, [id], "reopen", { paidAt: null, updatedAt: now })) !== 1) {
    throw new Error(`The settlement's invoice ${id} was not paid by it.`);
  }
  await announceInvoice(tx, "invoice.opened", id, now);
}

/** Says whose subscription an invoice has begun: until it was paid there was none. */
export function linkToSubscription(
  tx: Queryable,
  id: string,
  subscriptionId: string,
): Promise<void> {
  return linkInvoice(tx, id, subscriptionId);
}
