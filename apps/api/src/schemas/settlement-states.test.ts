import { describe, expect, it, test } from "vitest";
import { forRows } from "../../test/harness/for-rows.ts";
import { testStateTable } from "../../test/harness/state-tables.ts";
import {
  awaitedStates,
  factsOf,
  liveStates,
  nextCheckFrom,
  payingStates,
  refusedStates,
  type SettlementState,
  type SettlementTrigger,
  settlementStates,
  shownStatus,
  statesShownAs,
} from "./settlement-states.ts";

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

/* The other facts about each state, cell by cell, so that nobody changes the table by accident. */

const columns = [
  "shownAs",
  "shownAtCheckout",
  "lookAfterSeconds",
  "holdsInvoice",
  "verdict",
  "mayBeRecorded",
] as const;

const rows: Record<SettlementState, readonly unknown[]> = {
  PENDING: ["PENDING", "PENDING", 5, true, null, false],
  SUBMITTED: ["SUBMITTED", "SUBMITTED", 5, true, null, true],
  TIMED_OUT: ["FAILED", "SUBMITTED", 5, true, null, true],
  REVERTED: ["FAILED", "FAILED", 5, true, "refused", true],
  CONFIRMED: ["CONFIRMED", "CONFIRMED", 10, true, "recorded", false],
  FAILED: ["FAILED", "FAILED", 5, false, "refused", false],
};

const cells = (Object.keys(rows) as SettlementState[]).flatMap((state) =>
  columns.map((column, index) => [state, column, rows[state][index]] as const),
);

test("each state of a settlement has its facts", () =>
  forRows(cells, (state, column, value) => {
    expect(factsOf(state)[column]).toBe(value);
  }));

test("a state has no other properties", () => {
  for (const state of Object.keys(rows) as SettlementState[]) {
    expect(Object.keys(factsOf(state)).sort()).toEqual([...columns, "on"].sort());
  }
});

describe("the lists of states", () => {
  it("has the right states in each", () =>
    forRows(
      [
        ["live", liveStates, ["CONFIRMED", "PENDING", "REVERTED", "SUBMITTED", "TIMED_OUT"]],
        ["awaited", awaitedStates, ["PENDING", "SUBMITTED", "TIMED_OUT"]],
        ["refused", refusedStates, ["FAILED", "REVERTED"]],
        ["paying", payingStates, ["PENDING", "REVERTED", "SUBMITTED", "TIMED_OUT"]],
        ["shown as PENDING", statesShownAs.PENDING, ["PENDING"]],
        ["shown as SUBMITTED", statesShownAs.SUBMITTED, ["SUBMITTED"]],
        ["shown as CONFIRMED", statesShownAs.CONFIRMED, ["CONFIRMED"]],
        ["shown as FAILED", statesShownAs.FAILED, ["FAILED", "REVERTED", "TIMED_OUT"]],
      ],
      (_, states, those) => {
        expect(states.toSorted()).toEqual(those);
      },
    ));

  it("allows the confirm trigger exactly where the chain may still record", () => {
    for (const state of Object.keys(rows) as SettlementState[]) {
      expect("confirm" in settlementStates[state]).toBe(factsOf(state).mayBeRecorded);
    }
  });
});

it("shows callers the status from the table", () => {
  expect(shownStatus("TIMED_OUT")).toBe("FAILED");
});

it("schedules the next check after the pause from the table", () => {
  const now = new Date("2026-01-31T12:00:00.000Z");
  expect(nextCheckFrom("CONFIRMED", now)).toEqual(new Date("2026-01-31T12:00:10.000Z"));
});
