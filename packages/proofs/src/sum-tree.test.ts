import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Node, pathOf, sha256, sixPlaces, treeOf } from "../test/naive-tree.ts";
import { leafOf, rootAbove, type Summed, SumTree } from "./sum-tree.ts";

const leavesOf = (count: number): Summed[] =>
  Array.from({ length: count }, (_, index) => leafOf(`key${index}`, BigInt(index) * 1_500_000n));

function treeOfAll(leaves: readonly Summed[], proven = -1) {
  const tree = new SumTree(sha256);
  for (const [index, leaf] of leaves.entries()) tree.add(leaf, index === proven);
  return tree.end();
}

describe("a tree", () => {
  it("has the root and the paths of RFC 9162's definitions, for 1 to 70 leaves", () => {
    for (let count = 1; count <= 70; count++) {
      const leaves = leavesOf(count);
      const root = treeOf(leaves);
      for (let index = 0; index < count; index++) {
        const made = treeOfAll(leaves, index);
        expect(made.root, `${count}`).toEqual(root);
        expect(made.path, `${index} of ${count}`).toEqual(pathOf(index, leaves));
      }
    }
  });

  it("has that root for generated sums, also for those of more digits than a double has", () => {
    const sums = fc.array(fc.bigInt(0n, 10n ** 24n - 1n), { minLength: 1, maxLength: 40 });

    fc.assert(
      fc.property(sums, (list) => {
        const leaves = list.map((sum, index) => leafOf(`key${index}`, sum));
        expect(treeOfAll(leaves).root).toEqual(treeOf(leaves));
      }),
    );
  });

  it("hashes the documented texts in UTF-8", () => {
    const [one, other] = [leafOf("ä😀", 1n), leafOf("b", 2_000_000n)];

    expect(one.hash).toBe(sha256("leaf\nä😀"));
    expect(treeOfAll([one, other]).root).toEqual({
      hash: sha256(`node\n${one.hash}\n0.000001\n${other.hash}\n2.000000`),
      sum: 2_000_001n,
    });
  });
});

describe("the root above a leaf", () => {
  it("is that of the tree, at each place, and is none by a path of another length", () => {
    for (let count = 1; count <= 33; count++) {
      const leaves = leavesOf(count);
      const root = treeOf(leaves);
      for (const [index, leaf] of leaves.entries()) {
        const place = { index, count };
        const path = pathOf(index, leaves);
        expect(rootAbove(leaf, place, path), `${index} of ${count}`).toEqual(root);
        expect(rootAbove(leaf, place, [...path, leaf]), `${index} of ${count}`).toBeNull();
        expect(rootAbove(leaf, place, path.slice(1)), `${index} of ${count}`).toEqual(
          count === 1 ? root : null,
        );
      }
    }
  });

  it("is found among more leaves than 32 bits can count", () => {
    // The leaf after so many equal ones: all parts to its left are complete.
    const count = 2 ** 40 + 1;
    const [last, ...others] = [leafOf("last", 1n), leafOf("all before", 2n)] as const;

    expect(rootAbove(last, { index: 2 ** 40, count }, others)).toEqual(treeOf([...others, last]));
    const path: Node[] = Array.from({ length: 41 }, (_, at) => leafOf(`${at}`, 1n));
    expect(rootAbove(last, { index: 0, count }, path)?.sum).toBe(42n);
    expect(rootAbove(last, { index: 0, count }, path.slice(1))).toBeNull();
  });
});

it("the naive tree writes sums as decimals", () => {
  expect([0n, 1n, 12_345_678n, 10n ** 24n].map(sixPlaces)).toEqual([
    "0.000000",
    "0.000001",
    "12.345678",
    `${10n ** 18n}.000000`,
  ]);
});
