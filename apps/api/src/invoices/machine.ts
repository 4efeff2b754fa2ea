import type { StateOf, StateTable, TriggerOf } from "../shared/state-table.ts";

/** Specification, section 3. */
export const invoiceStates = {
  DRAFT: { finalize: "OPEN", void: "VOID" },
  OPEN: { pay: "PAID", expire: "EXPIRED", void: "VOID" },
  EXPIRED: { pay: "PAID" }, // by a settlement that was sent to the chain in time
  PAID: { reopen: "OPEN" }, // a reorganisation has taken its settlement back
  VOID: {},
} as const satisfies StateTable;

export type InvoiceState = StateOf<typeof invoiceStates>;
export type InvoiceTrigger = TriggerOf<typeof invoiceStates>;
