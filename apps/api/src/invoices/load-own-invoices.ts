import type { Page, PageRequest } from "../kit/lists.ts";
import type { Amount } from "../kit/money.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { upToDate } from "../operation/ports/up-to-date.ts";
import { shownInvoice } from "./shown-invoice.ts";
import { findInvoicesOfUser, type InvoiceSummaryRow } from "./store.ts";

/** Loads a page of a subscriber's own invoices, newest first and without drafts. Due expiries are applied first. */
export async function loadOwnInvoices(
  parts: Pick<Parts, "db" | "tenant" | "due" | "checkoutUrl">,
  query: PageRequest & { readonly userId: string; readonly subscriptionId?: string | undefined },
): Promise<Page<InvoiceSummaryRow & { readonly url: string; readonly amountDue: Amount }>> {
  const { db, tenant, due } = parts;
  const { rows, next } = await upToDate(
    { db, due },
    () => findInvoicesOfUser(db, tenant, query),
    ({ rows }) => ({ invoices: rows }),
  );
  return { rows: rows.map((row) => shownInvoice(parts, row)), next };
}
