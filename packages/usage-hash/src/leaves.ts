import { type Hash, type Hex, hashEvent, hashInvoice, toHex } from "./hashes.ts";
import { type BilledInvoice, canonicalInvoice } from "./invoice.ts";
import { merklePath, merkleRoot } from "./merkle-tree.ts";
import type { UsageProof } from "./proof.ts";
import { type BilledEvent, canonicalEvent } from "./usage-event.ts";

/*
 * For callers that read events one at a time and store only 32 bytes of each. They must come
 * in the order of the bytes of their ids, each once; usageHash and usageProof see to that themselves.
 */

/** @throws UsageHashError that begins with the name, for an event that cannot be on this invoice */
export function usageLeaf(invoice: BilledInvoice, event: BilledEvent, name = "usageEvent"): Hash {
  return hashEvent(canonicalEvent(invoice, event, name));
}

/** The usage hash of an invoice whose events have these leaves. */
export function usageHashOfLeaves(invoice: BilledInvoice, leaves: readonly Hash[]): Hex {
  return hashInvoice(canonicalInvoice(invoice), leaves.length, merkleRoot(leaves));
}

/** The proof of the event that has the leaf at an index. */
export function usageProofOfLeaves(
  invoice: BilledInvoice,
  leaves: readonly Hash[],
  { event, index }: { readonly event: BilledEvent; readonly index: number },
): UsageProof {
  return {
    invoice: canonicalInvoice(invoice),
    usageEvent: canonicalEvent(invoice, event, "usageEvent"),
    eventCount: leaves.length,
    index,
    path: merklePath(leaves, index).map(toHex),
  };
}
