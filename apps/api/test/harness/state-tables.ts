import { expect, test } from "vitest";
import { type StateTable, transition } from "../../src/lib/state-table.ts";

/** The target of every state and trigger, or null for a refusal. A change of a table has to change this too. */
type Expected = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

/** Tests each cell of a noun's state table against the full table in the test. */
export function testStateTable(noun: string, table: StateTable, expected: Expected): void {
  const triggers = [...new Set(Object.values(table).flatMap((row) => Object.keys(row)))];
  const cells = Object.entries(expected).flatMap(([state, row]) =>
    Object.entries(row).map(([trigger, target]) => [state, trigger, target ?? "refused"] as const),
  );

  test.each(cells)(`${noun} that is %s, on %s: %s`, (state, trigger, target) => {
    expect(table[state]?.[trigger] ?? "refused").toBe(target);
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
