import type { BilledEvent } from "@usance/usage-hash";
import type { Queryable } from "../db/client.ts";
import { formatAmount } from "../lib/money.ts";
import { type BilledUsageRow, findUsageOfInvoice } from "./store.ts";

/** How many events are held at a time: few enough that others get their turn in between. */
const atATime = 200;

/**
 * The events of an invoice as its usage hash takes them: in the order of the bytes of their ids.
 *
 * @param tx a transaction, and all of it one snapshot
 */
export async function* readBilledUsage(
  tx: Queryable,
  invoiceId: string,
): AsyncGenerator<BilledEvent, void> {
  for await (const rows of findUsageOfInvoice(tx, invoiceId, atATime)) yield* rows.map(billed);
}

function billed({ quantity, occurredAt, ...event }: BilledUsageRow): BilledEvent {
  return { ...event, quantity: formatAmount(quantity), occurredAt: occurredAt.toISOString() };
}
