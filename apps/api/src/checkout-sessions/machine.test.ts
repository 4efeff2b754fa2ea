import { expect, test } from "vitest";
import { transition } from "../shared/state-table.ts";
import {
  type CheckoutSessionState,
  type CheckoutSessionTrigger,
  checkoutSessionStates,
} from "./machine.ts";

// Written out in full, refusals included: whoever changes the table must mean it.
const expected: Record<
  CheckoutSessionState,
  Record<CheckoutSessionTrigger, CheckoutSessionState | null>
> = {
  PENDING: { complete: "PAID", expire: "EXPIRED", cancel: "CANCELLED" },
  PAID: { complete: null, expire: null, cancel: null },
  EXPIRED: { complete: null, expire: null, cancel: null },
  CANCELLED: { complete: null, expire: null, cancel: null },
};

const table: Record<string, Record<string, string>> = checkoutSessionStates;
const triggers = [...new Set(Object.values(table).flatMap((row) => Object.keys(row)))];

const cells = Object.entries(expected).flatMap(([state, row]) =>
  Object.entries(row).map(([trigger, target]) => [state, trigger, target ?? "refused"] as const),
);

test.each(cells)("a checkout session that is %s, on %s: %s", (state, trigger, target) => {
  expect(table[state]?.[trigger] ?? "refused").toBe(target);
});

test("there are no other states and triggers", () => {
  expect(Object.keys(table).sort()).toEqual(Object.keys(expected).sort());
  for (const row of Object.values(expected)) {
    expect(Object.keys(row).sort()).toEqual(triggers.toSorted());
  }
});

test("each trigger leads to one state, as a compare-and-set needs it", () => {
  for (const trigger of triggers) expect(transition(table, trigger).from).not.toEqual([]);
});
