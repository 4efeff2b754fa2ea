import type { StateOf, StateTable, TriggerOf } from "../shared/state-table.ts";

/**
 * Specification, section 3. What callers see as `FAILED` is one of three. FAILED: for good. TIMED_OUT:
 * the chain has not decided. REVERTED: it has, and a reorganisation may yet undo it. The last two still
 * hold their invoice and their reference, and may be confirmed.
 */
export const settlementStates = {
  PENDING: { submit: "SUBMITTED", refuse: "FAILED" }, // refused before anything was sent
  SUBMITTED: { confirm: "CONFIRMED", revert: "REVERTED", fail: "FAILED", timeOut: "TIMED_OUT" },
  TIMED_OUT: { confirm: "CONFIRMED", revert: "REVERTED", fail: "FAILED" },
  REVERTED: { confirm: "CONFIRMED", fail: "FAILED" },
  CONFIRMED: { reorg: "SUBMITTED" }, // its block is not the chain's any more
  FAILED: {},
} as const satisfies StateTable;

export type SettlementState = StateOf<typeof settlementStates>;
export type SettlementTrigger = TriggerOf<typeof settlementStates>;
