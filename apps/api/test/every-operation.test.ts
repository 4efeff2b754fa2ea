import { describe, expect, it } from "vitest";
import { operations } from "../src/api/router.ts";
import { inputs } from "./access/inputs.ts";
import { lists } from "./lists/lists.ts";
import { notPlayed, others, writes } from "./model/operations.ts";

/* Most tests cover a new operation automatically. These name the files that need an addition for it. */

const isPlayed = (name: string) =>
  name in writes || name in others || name === "settlements.create";
const isLeftOut = (name: string) =>
  notPlayed.includes(name) || notPlayed.includes(name.split(".", 1)[0] ?? "");

describe.each(operations)("$name", ({ name, type, scope, path, beforeBody }) => {
  it.runIf(scope !== null)("has an input that succeeds, for the access matrix", () => {
    const missing = name in inputs ? [] : [`Add ${name} to apps/api/test/access/inputs.ts.`];
    expect(missing).toEqual([]);
  });

  it("is covered by the model or explicitly excluded", () => {
    const isKnown = isPlayed(name) !== isLeftOut(name);
    const missing = isKnown ? [] : [`Add ${name} to apps/api/test/model/operations.ts.`];
    expect(missing).toEqual([]);
  });

  it.runIf(scope === null && type === "mutation" && isOfOneRecord(path))(
    "looks its record up before its body is read",
    () => {
      const missing = beforeBody !== undefined ? [] : [`Add beforeBody to ${name}.`];
      expect(missing).toEqual([]);
    },
  );

  it.runIf(name.endsWith(".list") && !isOfOneRecord(path))("has a test of its query plans", () => {
    const noun = scope?.split(":", 1)[0] ?? "";
    const missing = noun in lists ? [] : [`Add ${noun} to apps/api/test/lists/lists.ts.`];
    expect(missing).toEqual([]);
  });
});

/** A list within a record is bounded by the record: the plans of a service. */
function isOfOneRecord(path: string): boolean {
  return path.includes("{");
}
