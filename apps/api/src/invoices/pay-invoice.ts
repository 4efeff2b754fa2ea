import { creditPayments, takeBackPayments } from "../balances/top-ups.ts";
import { type AnnounceParts, announceInvoice, announceInvoices } from "./announce-invoice.ts";
import { moveInvoices } from "./store.ts";

/** Marks invoices `PAID`. Only the transaction that confirms their settlements, or takes the rest from a balance, may call this. */
export async function payInvoices(parts: AnnounceParts, ids: readonly string[]): Promise<void> {
  const { tx, now } = parts;
  const paid = await moveInvoices(tx, ids, "pay", { paidAt: now, updatedAt: now });
  if (paid < ids.length) {
    throw new Error(
      `Not all of the confirmed settlements' invoices can be paid: ${ids.join(" ")}.`,
    );
  }
  await announceInvoices(parts, "invoice.paid", ids);
  await creditPayments(parts, ids);
}

/** `PAID` → `OPEN`. Only the transaction that takes back the invoice's settlement may call this. */
export async function reopenInvoice(parts: AnnounceParts, id: string): Promise<void> {
  const { tx, now } = parts;
  if ((await moveInvoices(tx, [id], "reopen", { paidAt: null, updatedAt: now })) !== 1) {
    throw new Error(`The settlement's invoice ${id} was not paid by it.`);
  }
  // The payment is on its way to the chain again, so no e-mail asks for another one.
  await announceInvoice({ ...parts, emails: null }, "invoice.opened", id);
  await takeBackPayments(parts, [id]);
}
