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
