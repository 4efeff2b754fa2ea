import type { BilledEvent } from "@usance/usage-hash";
import type { Queryable } from "../db/client.ts";
import { formatAmount } from "../lib/money.ts";
import { type BilledUsageRow, findUsageOfInvoice } from "./store.ts";

/** How many events are in memory at a time: few enough that other requests run in between. */
const pageSize = 200;

/**
 * Reads the events of an invoice as the usage hash needs them: ordered by the bytes of their ids.
 *
 * @param tx a transaction that is one snapshot
 */
export async function* readBilledUsage(
  { tx }: { readonly tx: Queryable },
  invoiceId: string,
): AsyncGenerator<BilledEvent, void> {
  for await (const rows of findUsageOfInvoice(tx, invoiceId, pageSize)) yield* rows.map(billed);
}

function billed({ quantity, occurredAt, ...event }: BilledUsageRow): BilledEvent {
  return { ...event, quantity: formatAmount(quantity), occurredAt: occurredAt.toISOString() };
}
