import type { StateOf, StateTable, TriggerOf } from "../shared/state-table.ts";

/**
 * Specification, section 3. TIMED_OUT is what callers see as `FAILED` while the chain has not
 * decided: the row still holds its invoice and its reference, and may yet be confirmed.
 */
export const settlementStates = {
  PENDING: { submit: "SUBMITTED", refuse: "FAILED" }, // refused before anything was signed
  SUBMITTED: { confirm: "CONFIRMED", fail: "FAILED", timeOut: "TIMED_OUT" },
  TIMED_OUT: { confirm: "CONFIRMED", fail: "FAILED" },
  CONFIRMED: {},
  FAILED: {},
} as const satisfies StateTable;

export type SettlementState = StateOf<typeof settlementStates>;
export type SettlementTrigger = TriggerOf<typeof settlementStates>;
