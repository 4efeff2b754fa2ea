import type { Queryable } from "../db/client.ts";
import { announceInvoice } from "./announce-invoice.ts";
import { moveInvoice } from "./store.ts";

/** Marks an invoice `PAID`, in the transaction that confirms its settlement and nowhere else. */
export async function payInvoice(tx: Queryable, id: string, now: Date): Promise<void> {
  if (!(await moveInvoice(tx, id, "pay", { paidAt: now, updatedAt: now }))) {
    throw new Error(`The confirmed settlement's invoice ${id} cannot be paid.`);
  }
  await announceInvoice(tx, "invoice.paid", id, now);
}

/** Takes a payment back, in the transaction that takes its settlement back and nowhere else. */
export async function reopenInvoice(tx: Queryable, id: string, now: Date): Promise<void> {
  if (!(await moveInvoice(tx, id, "reopen", { paidAt: null, updatedAt: now }))) {
    throw new Error(`The settlement's invoice ${id} was not paid by it.`);
  }
  await announceInvoice(tx, "invoice.opened", id, now);
}
