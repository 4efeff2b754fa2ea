import { expect, test } from "vitest";
import { type StateTable, transition } from "../../src/kit/state-table.ts";

/** The target of every state and trigger, or null for a refusal. A change of a table has to change this too. */
type Expected = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

/** Tests each cell of a noun's state table against the full table in the test. */
export function testStateTable(noun: string, table: StateTable, expected: Expected): void {
  const triggers = [...new Set(Object.values(table).flatMap((row) => Object.keys(row)))];

  test(`${noun} goes from each state by each trigger where it should`, () => {
    for (const [state, row] of Object.entries(expected)) {
      for (const [trigger, target] of Object.entries(row)) {
        expect(table[state]?.[trigger] ?? null, `${state}, on ${trigger}`).toBe(target);
      }
    }
  });

  test("has no other states and triggers", () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(expected).sort());
    for (const row of Object.values(expected)) {
      expect(Object.keys(row).sort()).toEqual(triggers.toSorted());
    }
  });

  test("each trigger leads to one state, as compare-and-set requires", () => {
    for (const trigger of triggers) expect(transition(table, trigger).from).not.toEqual([]);
  });
}
