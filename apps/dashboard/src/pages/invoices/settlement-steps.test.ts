import { expect, test } from "vitest";
import { eventsOf, type SettlementEvent, stepsOf } from "./settlement-steps.ts";

const createdAt = "2026-01-31T12:00:00.000Z";
const event = (type: SettlementEvent["type"], minute: number): SettlementEvent => ({
  id: `${type}-${minute}`,
  type,
  at: `2026-01-31T12:0${minute}:00.000Z`,
});
const shown = (...of: Parameters<typeof stepsOf>) =>
  stepsOf(...of).map(
    ({ words, standing, at }) =>
      `${standing}: ${words}${at === null ? "" : ` ${at.slice(14, 16)}`}`,
  );

test("a new payment has everything before it", () => {
  expect(shown({ status: "PENDING", createdAt }, [], null)).toEqual([
    "now: Created 00",
    "to-do: Sent to the chain",
    "to-do: Confirmed on the chain",
  ]);
});

test("a payment on its way waits for the chain", () => {
  const events = [event("settlement.submitted", 1)];
  expect(shown({ status: "SUBMITTED", createdAt }, events, null)).toEqual([
    "done: Created 00",
    "now: Sent to the chain 01",
    "to-do: Confirmed on the chain",
  ]);
});

test("a confirmed payment ends with its proof, also where the log tells only of its end", () => {
  const events = [event("settlement.confirmed", 2)];
  expect(shown({ status: "CONFIRMED", createdAt }, events, { blockNumber: 7 })).toEqual([
    "done: Created 00",
    "done: Sent to the chain",
    "done: Confirmed on the chain 02",
    "done: The proof is in block 7",
  ]);
});

test("a payment that a reorganization undid is on its way again", () => {
  const events = [
    event("settlement.submitted", 1),
    event("settlement.confirmed", 2),
    event("settlement.reorged", 3),
  ];
  expect(shown({ status: "SUBMITTED", createdAt }, events, null).at(-1)).toBe(
    "now: A chain reorganization undid the payment: it counts as sent again 03",
  );
});

test("a failed payment says so, with and without an event of the log", () => {
  const failed = { status: "FAILED", createdAt } as const;
  expect(shown(failed, [event("settlement.failed", 4)], null)).toEqual([
    "done: Created 00",
    "failed: Payment failed 04",
  ]);
  expect(shown(failed, [], null)).toEqual(["done: Created 00", "failed: Payment failed"]);
});

test("the events of a settlement on a test clock have no real time", () => {
  const [settlementId, paidAt] = ["s1", "2027-01-31T12:00:00.000Z"];
  const told = (type: SettlementEvent["type"], id = settlementId) => ({
    ...{ id: `${type}-${id}`, type, createdAt },
    data: { settlement: { id, invoice: { paidAt } } },
  });
  const events = [
    told("settlement.confirmed"),
    told("settlement.submitted"),
    told("settlement.failed", "s2"),
  ];
  expect(eventsOf(events as never, { settlementId, isOnTestClock: true })).toEqual([
    { id: "settlement.submitted-s1", type: "settlement.submitted", at: null },
    { id: "settlement.confirmed-s1", type: "settlement.confirmed", at: paidAt },
  ]);
});
