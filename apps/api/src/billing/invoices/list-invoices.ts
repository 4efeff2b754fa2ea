import type { z } from "zod";
import type { InvoiceQuery } from "../../contract/invoices.ts";
import { asOfNow } from "../../lib/as-of-now.ts";
import type { Page } from "../../lib/lists.ts";
import type { Parts } from "../../ports/parts.ts";
import { expireDueInvoices, expireInvoice } from "./expire-invoice.ts";
import { findInvoices, type InvoiceRow } from "./store.ts";

/** A page of invoices as of now: each is in the state in which its GET shows it. */
export async function listInvoices(
  parts: Parts,
  query: z.output<typeof InvoiceQuery>,
): Promise<Page<InvoiceRow>> {
  // What is due stands among these until it is moved to those, where no page would bring it up.
  if (query.status === "OPEN" || query.status === "EXPIRED") await expireDueInvoices(parts);
  return asOfNow(
    () => findInvoices(parts.db, parts.tenant, query),
    (invoice) => expireInvoice(parts, invoice),
  );
}
