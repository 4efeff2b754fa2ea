import type { BilledEvent } from "@usance/usage-hash";
import type { Queryable } from "../db/client.ts";
import type { Page, PageRequest } from "../kit/lists.ts";
import { formatAmount } from "../kit/money.ts";
import { type BilledUsageRow, findBilledPage, findUsageOfInvoice } from "./store.ts";

/** How many events are on a page: few enough that other requests run in between. */
const pageSize = 200;

/**
 * Reads the events of an invoice as the usage hash needs them, a page at a time: ordered by the bytes of their ids.
 *
 * @param tx a transaction that is one snapshot
 */
export const readBilledUsage = (tx: Queryable, invoiceId: string) =>
  findUsageOfInvoice(tx, invoiceId, pageSize);

/** Reads a page of the events of an invoice as the usage hash needs them, newest first. */
export async function readBilledPage(
  { db }: { readonly db: Queryable },
  invoiceId: string,
  page: PageRequest,
): Promise<Page<BilledEvent>> {
  const found = await findBilledPage(db, invoiceId, page);
  const rows = found.slice(0, page.limit);
  return { rows: rows.map(billed), next: found.length > page.limit ? (rows.at(-1) ?? null) : null };
}

function billed({
  id,
  subscriptionId,
  eventKey,
  quantity,
  occurredAt,
}: BilledUsageRow): BilledEvent {
  const amounts = { quantity: formatAmount(quantity), occurredAt: occurredAt.toISOString() };
  return { id, subscriptionId, eventKey, ...amounts };
}
