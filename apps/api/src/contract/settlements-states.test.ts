import { testStateTable } from "../../test/harness/state-tables.ts";
import { type SettlementState, type SettlementTrigger, settlementStates } from "./states.ts";

const refused = {
  submit: null,
  refuse: null,
  confirm: null,
  revert: null,
  fail: null,
  timeOut: null,
  reorg: null,
};

const expected: Record<SettlementState, Record<SettlementTrigger, SettlementState | null>> = {
  PENDING: { ...refused, submit: "SUBMITTED", refuse: "FAILED" },
  SUBMITTED: {
    ...refused,
    confirm: "CONFIRMED",
    revert: "REVERTED",
    fail: "FAILED",
    timeOut: "TIMED_OUT",
  },
  TIMED_OUT: { ...refused, confirm: "CONFIRMED", revert: "REVERTED", fail: "FAILED" },
  REVERTED: { ...refused, confirm: "CONFIRMED", fail: "FAILED" },
  CONFIRMED: { ...refused, reorg: "SUBMITTED" },
  FAILED: refused,
};

testStateTable("a settlement", settlementStates, expected);
