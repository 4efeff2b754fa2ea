import { expect, test } from "vitest";
import { transition } from "../shared/state-table.ts";
import { type InvoiceState, type InvoiceTrigger, invoiceStates } from "./machine.ts";

// Written out in full, refusals included: whoever changes the table must mean it.
const expected: Record<InvoiceState, Record<InvoiceTrigger, InvoiceState | null>> = {
  DRAFT: { finalize: "OPEN", pay: null, expire: null, void: "VOID" },
  OPEN: { finalize: null, pay: "PAID", expire: "EXPIRED", void: "VOID" },
  EXPIRED: { finalize: null, pay: "PAID", expire: null, void: null },
  PAID: { finalize: null, pay: null, expire: null, void: null },
  VOID: { finalize: null, pay: null, expire: null, void: null },
};

const table: Record<string, Record<string, string>> = invoiceStates;
const triggers = [...new Set(Object.values(table).flatMap((row) => Object.keys(row)))];

const cells = Object.entries(expected).flatMap(([state, row]) =>
  Object.entries(row).map(([trigger, target]) => [state, trigger, target ?? "refused"] as const),
);

test.each(cells)("an invoice that is %s, on %s: %s", (state, trigger, target) => {
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
