import { testStateTable } from "../../test/harness/state-tables.ts";
import { type SettlementState, type SettlementTrigger, settlementStates } from "./machine.ts";

const expected: Record<SettlementState, Record<SettlementTrigger, SettlementState | null>> = {
  PENDING: { submit: "SUBMITTED", refuse: "FAILED", confirm: null, fail: null, timeOut: null },
  SUBMITTED: {
    submit: null,
    refuse: null,
    confirm: "CONFIRMED",
    fail: "FAILED",
    timeOut: "TIMED_OUT",
  },
  TIMED_OUT: { submit: null, refuse: null, confirm: "CONFIRMED", fail: "FAILED", timeOut: null },
  CONFIRMED: { submit: null, refuse: null, confirm: null, fail: null, timeOut: null },
  FAILED: { submit: null, refuse: null, confirm: null, fail: null, timeOut: null },
};

testStateTable("a settlement", settlementStates, expected);
