import type { InTransaction } from "../db/client.ts";
import type { Invoice } from "../db/generated/client.ts";
import { filterId, omittable, oneOf, request } from "../kit/fields.ts";
import { ReadyJson } from "../kit/json-answer.ts";
import { page, pageOf } from "../kit/lists.ts";
import { Refusal } from "../kit/refusal.ts";
import { read, write } from "../operation/define.ts";
import { upToDate } from "../operation/ports/due.ts";
import type { Parts } from "../operation/ports/parts.ts";
import {
  InvoiceId,
  InvoiceSummary,
  invoiceCannotMove,
  invoiceNotFound,
  OneInvoice,
} from "../schemas/invoices.ts";
import { invoiceStatuses } from "../schemas/records.ts";
import { announceInvoice } from "./announce-invoice.ts";
import { acceptsSettlement, findHeldInvoice, shownInvoice } from "./invoice-records.ts";
import { loadInvoice, loadInvoiceText } from "./load-invoice.ts";
import { nextCollection } from "./open-invoice.ts";
import { findInvoices, moveInvoice, replaceLink, setCollection } from "./store.ts";

/** A due expiry is applied first. */
export const getInvoice = read("GET /invoices/{invoiceId}", {
  name: "invoices.get",
  summary: "Get an invoice",
  description:
    "Includes its settlements and the newest 1,000 of the usage events that were recorded with its id; `GET /usage-events?invoiceId=` lists all of them. An `OPEN` invoice whose `dueAt` has passed is returned as `EXPIRED`.",
  refusals: { invoiceNotFound },
  input: InvoiceId.strip(),
  output: OneInvoice,
  run: async (work, { invoiceId }) =>
    new ReadyJson(`{"invoice":${await loadInvoiceText(work, invoiceId)}}`),
});

const InvoiceQuery = request({
  serviceId: filterId(),
  paymentPlanId: filterId(),
  userId: filterId(),
  subscriptionId: filterId(),
  status: omittable(oneOf(invoiceStatuses)).meta({
    description: "Only invoices with this status",
    example: "OPEN",
  }),
  ...page("invoices"),
}).prefault({});

/** Invoices on a page show no usage events and fewer settlements than their own GET. */
export const listInvoices = read("GET /invoices", {
  name: "invoices.list",
  summary: "List invoices, newest first",
  description:
    "Each invoice is as `GET /invoices/{invoiceId}` returns it, without its usage events and with at most its 10 newest settlements. Due expiries are applied first.",
  input: InvoiceQuery,
  output: pageOf("invoices", InvoiceSummary, "invoices"),
  run: async (work, query) => {
    // An expiry moves an invoice from the OPEN list to the EXPIRED list, so all expiries are applied before a page is
    // read.
    if (query.status === "OPEN" || query.status === "EXPIRED") {
      await work.due.advanceAll(work, "invoices");
    }
    const { rows, next } = await upToDate(
      work,
      () => findInvoices(work.db, work.tenant, query),
      ({ rows }) => ({ invoices: rows }),
    );
    return { invoices: rows.map((row) => shownInvoice(work, row)), nextCursor: next };
  },
});

export const finalizeInvoice = write("POST /invoices/{invoiceId}/finalize", {
  name: "invoices.finalize",
  summary: "Finalize a draft invoice",
  description:
    "`DRAFT` → `OPEN`: payment is due, and settlements are accepted. The event `invoice.opened` reports it.",
  refusals: { invoiceNotFound, invoiceCannotMove: invoiceCannotMove("PAID", "OPEN") },
  input: InvoiceId,
  output: OneInvoice,
  run: async (work, { invoiceId: id }) => {
    await loadInvoice(work, id);
    const { tx, now } = work;
    const moved = await moveInvoice(tx, id, "finalize", { updatedAt: now });
    if (moved) await announceInvoice(work, "invoice.opened", id);
    const invoice = await loadInvoice(work, id);
    if (!moved) throw new Refusal(invoiceCannotMove(invoice.status, "OPEN"));
    return { invoice };
  },
});

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

export const rotateInvoiceLink = write("POST /invoices/{invoiceId}/rotate-link", {
  name: "invoices.rotateLink",
  summary: "Replace an invoice's link",
  description:
    "The invoice gets a new `url`. The old one leads nowhere from now on: use it if the link reached somebody who should not have it. A payment that was started there continues.",
  refusals: { invoiceNotFound },
  input: InvoiceId,
  output: OneInvoice,
  run: async (work, { invoiceId }) => {
    const { id } = await loadInvoice(work, invoiceId);
    await replaceLink(work.tx, id, await work.time());
    return { invoice: await loadInvoice(work, id) };
  },
});
