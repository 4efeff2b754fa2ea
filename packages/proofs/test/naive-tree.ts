import { createHash } from "node:crypto";

/* The tree by the recursive definitions of RFC 9162, sections 2.1.1 and 2.1.3.1, for tests to compare with. */

export interface Node {
  /** In hex. */
  readonly hash: string;
  /** In millionths. */
  readonly sum: bigint;
}

export const sha256 = (data: string | Uint8Array) =>
  createHash("sha256").update(data).digest("hex");

/** A decimal with six places. */
export const sixPlaces = (millionths: bigint) =>
  `${millionths / 1_000_000n}.${String(millionths % 1_000_000n).padStart(6, "0")}`;

export function treeOf(leaves: readonly Node[]): Node {
  const [first] = leaves;
  if (first === undefined) throw new Error("A tree has a leaf.");
  if (leaves.length === 1) return first;
  const middle = middleOf(leaves);
  const [left, right] = [treeOf(leaves.slice(0, middle)), treeOf(leaves.slice(middle))];
  const lines = ["node", left.hash, sixPlaces(left.sum), right.hash, sixPlaces(right.sum)];
  return { hash: sha256(lines.join("\n")), sum: left.sum + right.sum };
}

export function pathOf(index: number, leaves: readonly Node[]): Node[] {
  if (leaves.length === 1) return [];
  const middle = middleOf(leaves);
  const [left, right] = [leaves.slice(0, middle), leaves.slice(middle)];
  return index < middle
    ? [...pathOf(index, left), treeOf(right)]
    : [...pathOf(index - middle, right), treeOf(left)];
}

/** The largest power of two that is less than the number of leaves. */
function middleOf(leaves: readonly Node[]): number {
  let middle = 1;
  while (middle * 2 < leaves.length) middle *= 2;
  return middle;
}
