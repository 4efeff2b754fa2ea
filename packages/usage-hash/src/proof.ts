import type { BilledInvoice } from "./invoice.ts";
import type { BilledEvent } from "./usage-event.ts";

/** That one usage event was billed on an invoice: JSON, and all that is needed besides the usage hash. */
export interface UsageProof {
  readonly invoice: BilledInvoice;
  readonly usageEvent: BilledEvent;
  /** How many events the invoice has. */
  readonly eventCount: number;
  /** The event's place among them, from 0, in the order of the bytes of their ids. */
  readonly index: number;
  /** The sibling hashes on the event's path up the tree, lowest first, as `0x` and 64 hex digits. */
  readonly path: readonly string[];
}
