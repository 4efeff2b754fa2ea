import type { z } from "zod";
import type { InvoiceQuery } from "../../contract/invoices.ts";
import type { Page } from "../../lib/lists.ts";
import type { Parts } from "../../ports/parts.ts";
import { upToDate } from "../../ports/up-to-date.ts";
import { findInvoices, type InvoiceRow } from "./store.ts";

/** A page of invoices as of now: each is in the state in which its GET shows it. */
export async function listInvoices(
  parts: Pick<Parts, "db" | "tenant" | "due" | "log">,
  query: z.output<typeof InvoiceQuery>,
): Promise<Page<InvoiceRow>> {
  // Past-due invoices leave one of these lists for the other, so all of them move before a page is read.
  if (query.status === "OPEN" || query.status === "EXPIRED") {
    await parts.due.advanceAll(parts, "invoices");
  }
  return upToDate(
    parts,
    () => findInvoices(parts.db, parts.tenant, query),
    ({ rows }) => ({ invoices: rows }),
  );
}
