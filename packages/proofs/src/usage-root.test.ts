import { expect, it } from "vitest";
import vectors from "../usage-roots.json" with { type: "json" };
import { firstWrongRoot, usageChangeHash, usageChangesHash, usageRootText } from "./index.ts";

/* The committed roots were made by a second implementation. */

it("every root has the committed text, and its changes the committed hashes", () => {
  for (const { changes, changesHash, text, ...root } of vectors) {
    expect(changes.map(usageChangeHash)).toEqual(changes.map(({ hash }) => hash));
    for (const hashes of [changes, changes.toReversed()].map((list) =>
      list.map(({ hash }) => hash),
    )) {
      expect(usageChangesHash(hashes)).toBe(changesHash);
    }
    expect(usageRootText({ ...root, changesHash })).toBe(text);
  }
  expect(firstWrongRoot(null, vectors)).toBe(null);
});

it("roots go on from one that was kept, and from no other", () => {
  const [first, second] = vectors;
  if (first === undefined || second === undefined) throw new Error("There are two.");
  expect(firstWrongRoot(first, [second])).toBe(null);
  expect(firstWrongRoot(first, [])).toBe(null);
  for (const [before, roots, wrong] of [
    [null, [second], 2],
    [null, [first, first], 1],
    [first, [first], 1],
    [{ ...first, root: second.root }, [second], 2],
    [{ ...first, number: 2 }, [second], 2],
    [{ ...first, subscriptionId: "another" }, [second], 2],
  ] as const) {
    expect(firstWrongRoot(before, roots)).toBe(wrong);
  }
});

it("a root with another value of any field is wrong", () => {
  const [root] = vectors;
  if (root === undefined) throw new Error("There is one.");
  for (const change of [
    { subscriptionId: "another" },
    { createdAt: "2026-01-31T13:00:00.001Z" },
    { eventCount: 4 },
    { voidCount: 1 },
    { changesHash: root.root },
    { root: root.changesHash },
  ]) {
    expect(firstWrongRoot(null, [{ ...root, ...change }]), JSON.stringify(change)).toBe(1);
  }
});

it("a change that cannot have been recorded has no hash", () => {
  const change = { eventKey: "a", quantity: "1", occurredAt: "2026-01-31T12:00:00.000Z" };
  for (const wrong of [
    { eventKey: "" },
    { quantity: null },
    { occurredAt: null },
    { quantity: "-1" },
  ]) {
    expect(() => usageChangeHash({ ...change, ...wrong })).toThrow("must be");
  }
});
