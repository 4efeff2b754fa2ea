import { expect, it } from "vitest";
import { sha256 } from "../test/naive-tree.ts";
import vectors from "../usage-roots.json" with { type: "json" };
import { usageChangeHash, usageChangesHash, usageRootText, verifyUsageRoots } from "./index.ts";

/* The committed roots were made by a second implementation. */

it("every root has the committed text, and its changes the committed hashes", () => {
  for (const { changes, changesHash, text, ...root } of vectors) {
    const hashes = changes.map(({ hash }) => hash);
    expect(changes.map(usageChangeHash)).toEqual(hashes);
    expect(usageChangesHash(hashes)).toBe(changesHash);
    expect(usageChangesHash(hashes.toReversed())).toBe(changesHash);
    expect(usageRootText({ ...root, changesHash })).toBe(text);
  }
});

interface Told {
  subscriptionId: string;
  kept: { number: number; root: string } | null;
  roots: (typeof vectors)[number][];
  changes: ((typeof vectors)[number]["changes"][number] & { root: number })[];
}

function honest(): Told {
  const roots = structuredClone(vectors);
  const [first] = roots;
  if (first === undefined) throw new Error("There are two.");
  return {
    subscriptionId: first.subscriptionId,
    kept: { number: 1, root: first.root },
    roots,
    changes: roots.flatMap(({ number, changes }) =>
      changes.map((one) => ({ ...one, root: number })),
    ),
  };
}

const wordsOf = async ({ roots, changes, ...known }: Told) =>
  (await verifyUsageRoots(known, roots, changes)).map(
    ({ outcome, words }) => `${outcome}: ${words}`,
  );

it("roots that go on from each other verify with their changes", async () => {
  const good = [
    "good: The roots go on from each other, from the first to root 2.",
    "good: Root 1 is still the one that was kept.",
    "good: They contain exactly the usage that is listed: 4 recorded, 1 voided.",
  ];
  expect(await wordsOf(honest())).toEqual(good);
  expect(await wordsOf({ ...honest(), kept: null })).toEqual(good.toSpliced(1, 1));
});

/** Computes the roots again, as a service that lies from the start. */
function seal({ roots, changes }: Told): void {
  for (const [place, root] of roots.entries()) {
    const own = changes.filter((one) => one.root === root.number);
    root.changesHash = usageChangesHash(own.map(usageChangeHash));
    root.voidCount = own.filter(({ quantity }) => quantity === null).length;
    root.eventCount = own.length - root.voidCount;
    root.rootBefore = roots[place - 1]?.root ?? null;
    root.root = `0x${sha256(usageRootText(root))}`;
  }
}

const other = "bad: Root 1 is not what its fields and the root before say.";
const kept = "bad: Root 1 is not the one that was kept.";
const usage = (number: number) => `bad: Root ${number} contains other usage than is listed.`;
const at = <Item>(items: Item[], place: number) => items[place] as Item;

it.each<[string, (told: Told) => unknown, string]>([
  ["a root without a number", ({ roots }) => Object.assign(at(roots, 0), { number: null }), other],
  ["half a number", ({ roots }) => Object.assign(at(roots, 0), { eventCount: 1.5 }), other],
  ["another time", ({ roots }) => Object.assign(at(roots, 0), { createdAt: "" }), other],
  ["another subscription", (told) => Object.assign(told, { subscriptionId: "another" }), other],
  ["no root", ({ roots }) => roots.splice(0), kept],
  ["the first root left out", ({ roots }) => roots.shift(), other],
  [
    "the last root left out",
    ({ roots }) => roots.pop(),
    "bad: There are more changes than the roots contain.",
  ],
  [
    "a root twice",
    ({ roots }) => roots.push(at(roots, 1)),
    "bad: Root 3 is not what its fields and the root before say.",
  ],
  ["an event that is left out", ({ changes }) => changes.shift(), usage(1)],
  [
    "an event of another quantity",
    ({ changes }) => Object.assign(at(changes, 0), { quantity: "1" }),
    usage(1),
  ],
  ["a void that is left out", ({ changes }) => changes.splice(3, 1), usage(2)],
  [
    "an event in another root",
    ({ changes }) => Object.assign(at(changes, 0), { root: 2 }),
    usage(1),
  ],
  ["an event in no root", ({ changes }) => Object.assign(at(changes, 0), { root: 3 }), usage(1)],
])("%s is found", async (_, change, found) => {
  const told = honest();
  change(told);
  expect(await wordsOf(told)).toEqual([found]);
});

it.each<[string, (told: Told) => unknown, string]>([
  [
    "an event that was changed",
    ({ changes }) => Object.assign(at(changes, 0), { quantity: "1" }),
    "",
  ],
  [
    "an event that is there twice",
    ({ changes }) => changes.push({ ...at(changes, 0), root: 2 }),
    "recorded twice",
  ],
  [
    "a void that is there twice",
    ({ changes }) => changes.push(at(changes, 3)),
    "voided twice, or before",
  ],
  [
    "a void of no event",
    ({ changes }) => Object.assign(at(changes, 3), { eventKey: "a" }),
    "voided twice, or before",
  ],
])("%s is found, also if the service computes its roots again", async (_, change, found) => {
  const told = honest();
  change(told);
  seal(told);
  const isKept = at(told.roots, 0).root === honest().kept?.root;
  expect(await wordsOf(told)).toEqual([isKept ? expect.stringContaining(found) : kept]);
});

it("a change that cannot have been recorded has no hash, nor has what is no hash", () => {
  const change = { eventKey: "a", quantity: "1", occurredAt: "2026-01-31T12:00:00.000Z" };
  for (const wrong of [
    { eventKey: "" },
    { quantity: null },
    { occurredAt: null },
    { quantity: "-1" },
  ]) {
    expect(() => usageChangeHash({ ...change, ...wrong })).toThrow("must be");
  }
  for (const wrong of ["0xaa", `0x${"AA".repeat(32)}`, `${"aa".repeat(32)}`]) {
    expect(() => usageChangesHash([wrong])).toThrow(
      "A hash must be 0x and 64 lowercase hex digits.",
    );
  }
});
