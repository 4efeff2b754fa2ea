import type { InTransaction } from "../db/client.ts";
import { Refusal } from "../kit/refusal.ts";
import { write } from "../operation/define.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { InvoiceId, invoiceCannotMove, invoiceNotFound, OneInvoice } from "../schemas/invoices.ts";
import { settlementInProgress } from "../schemas/settlements.ts";
import { type AnnounceParts, announceInvoice } from "./announce-invoice.ts";
import { findHeldInvoice } from "./invoice-records.ts";
import { type InvoiceView, loadInvoice } from "./load-invoice.ts";
import { moveInvoice } from "./store.ts";

export const voidInvoice = write("POST /invoices/{invoiceId}/void", {
  name: "invoices.void",
  summary: "Void an invoice",
  description:
    "`DRAFT` or `OPEN` → `VOID`, permanently: the invoice can never be paid. The event `invoice.voided` reports it. Refused while a settlement is in progress, because the chain may still record it. A payment from the invoice's page that was not sent yet is given up.",
  refusals: {
    invoiceNotFound,
    invoiceCannotMove: invoiceCannotMove("PAID", "VOID"),
    settlementInProgress,
  },
  input: InvoiceId,
  output: OneInvoice,
  run: async (work, { invoiceId }) => ({ invoice: await voidUnpaid(work, invoiceId) }),
});

/**
 * `DRAFT` or `OPEN` → `VOID`.
 *
 * @throws Refusal 409 while a settlement is in progress, because the chain may still record it
 */
export async function voidUnpaid(
  work: InTransaction &
    Pick<
      Parts,
      | "tenant"
      | "due"
      | "endAttempts"
      | "paymentRefunds"
      | "log"
      | "tally"
      | "checkoutUrl"
      | "emails"
    >,
  id: string,
): Promise<InvoiceView> {
  const { tx, now, tenant } = work;
  await loadInvoice({ ...work, db: tx }, id);
  const held = await findHeldInvoice({ tx, tenant }, id);
  if (held?.status === "OPEN" && !(await work.endAttempts(work, id, "The invoice was voided."))) {
    throw new Refusal(settlementInProgress);
  }
  const moved = await moveInvoice(tx, id, "void", { updatedAt: now });
  if (moved) {
    await announceInvoice(work, "invoice.voided", id);
    await work.paymentRefunds.end(work, id);
  }
  const invoice = await loadInvoice({ ...work, db: tx }, id);
  if (!moved) throw new Refusal(invoiceCannotMove(invoice.status, "VOID"));
  return invoice;
}

/**
 * `OPEN` → `EXPIRED`, for an invoice whose `dueAt` has passed. An invoice that was paid or voided in the meantime is
 * not changed.
 */
export async function expireInvoice(
  parts: AnnounceParts & Pick<Parts, "paymentRefunds">,
  id: string,
): Promise<void> {
  const { tx, now, paymentRefunds } = parts;
  if (!(await moveInvoice(tx, id, "expire", { updatedAt: now }))) return;
  await announceInvoice(parts, "invoice.expired", id);
  await paymentRefunds.end(parts, id);
}
