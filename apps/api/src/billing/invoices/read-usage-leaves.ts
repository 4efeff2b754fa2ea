import { type BilledEvent, type BilledInvoice, usageLeaf } from "@usance/usage-hash";
import { invoiceNotFound, usageOfAnotherSubscription } from "../../contract/invoices.ts";
import { inSnapshot } from "../../db/client.ts";
import { formatAmount } from "../../lib/money.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import { readBilledUsage } from "../../usage/read-billed-usage.ts";
import { findInvoiceRecord } from "./store.ts";

interface UsageLeaves {
  readonly invoice: BilledInvoice;
  /** 32 bytes per event. Nothing else is kept in memory of a long list. */
  readonly leaves: readonly Uint8Array[];
  /** The requested event and its position; null when the invoice has no event with this id. */
  readonly found: { readonly event: BilledEvent; readonly index: number } | null;
}

/** Reads an invoice and the leaves of its usage hash in one snapshot. */
export function readUsageLeaves(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  invoiceId: string,
  lookedFor?: string,
): Promise<UsageLeaves> {
  return inSnapshot(db, async (tx) => {
    const row = await findInvoiceRecord(tx, invoiceId, tenant);
    if (row === null) throw new Refusal(invoiceNotFound);
    const { id, subscriptionId, amount, currency } = row;
    const invoice = { id, subscriptionId, amount: formatAmount(amount), currency };

    const leaves: Uint8Array[] = [];
    let found: UsageLeaves["found"] = null;
    for await (const event of readBilledUsage({ tx }, id)) {
      if (subscriptionId !== null && event.subscriptionId !== subscriptionId) {
        throw new Refusal(usageOfAnotherSubscription);
      }
      if (event.id === lookedFor) found = { event, index: leaves.length };
      leaves.push(usageLeaf(invoice, event));
    }
    return { invoice, leaves, found };
  });
}
