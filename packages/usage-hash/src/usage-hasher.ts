import { utf8ToBytes } from "@noble/hashes/utils.js";
import { compareBytes } from "./compare-bytes.ts";
import { UsageHashError } from "./fields.ts";
import type { Hash, Hex } from "./hashes.ts";
import type { BilledInvoice } from "./invoice.ts";
import { usageHashOfLeaves, usageLeaf } from "./leaves.ts";
import type { BilledEvent } from "./usage-event.ts";

/** Computes the usage hash of events that arrive a few at a time, in any order. Of each event it keeps the id and 32 bytes. */
export interface UsageHasher {
  /** @throws UsageHashError for an event that cannot be on this invoice */
  add(event: BilledEvent): void;
  /** @returns the hash of all events so far, as usageHash does. @throws UsageHashError when one was added twice */
  usageHash(): Hex;
}

export function usageHasher(invoice: BilledInvoice): UsageHasher {
  const added: { readonly id: string; readonly bytes: Uint8Array; readonly leaf: Hash }[] = [];
  return {
    add(event) {
      const leaf = usageLeaf(invoice, event, `usageEvents[${added.length}]`);
      added.push({ id: event.id, bytes: utf8ToBytes(event.id), leaf });
    },
    usageHash() {
      const ordered = added.toSorted((one, other) => compareBytes(one.bytes, other.bytes));
      ordered.forEach(({ id }, at) => {
        if (ordered[at - 1]?.id === id) {
          throw new UsageHashError(`usageEvents has two events with the id ${id}.`);
        }
      });
      return usageHashOfLeaves(
        invoice,
        ordered.map(({ leaf }) => leaf),
      );
    },
  };
}
