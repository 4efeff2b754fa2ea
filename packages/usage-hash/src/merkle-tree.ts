import { type Hash, hashNode } from "./hashes.ts";

/*
 * The Merkle tree of RFC 9162, section 2.1: leaves keep their places, and where a level has an odd
 * number of hashes the last one goes up as it is. It is never paired with itself, which would give
 * two lists the same root.
 */

/** The root; 32 zero bytes when there are no leaves. */
export function merkleRoot(leaves: readonly Hash[]): Hash {
  let level = leaves;
  while (level.length > 1) level = parents(level);
  return level[0] ?? new Uint8Array(32);
}

/** The sibling hashes on the path from a leaf to the root, lowest first. */
export function merklePath(leaves: readonly Hash[], index: number): Hash[] {
  const path: Hash[] = [];
  let level = leaves;
  for (let at = index; level.length > 1; at = half(at)) {
    const sibling = level[at % 2 === 0 ? at + 1 : at - 1];
    if (sibling !== undefined) path.push(sibling);
    level = parents(level);
  }
  return path;
}

/** The root above a leaf at its place among so many; null when the path is not as long as it must be. */
export function rootAbove(
  leaf: Hash,
  place: { readonly index: number; readonly count: number },
  path: readonly Hash[],
): Hash | null {
  let hash = leaf;
  let used = 0;
  for (let at = place.index, last = place.count - 1; last > 0; at = half(at), last = half(last)) {
    if (at === last && at % 2 === 0) continue; // alone on its level
    const sibling = path[used++];
    if (sibling === undefined) return null;
    hash = at % 2 === 0 ? hashNode(hash, sibling) : hashNode(sibling, hash);
  }
  return used === path.length ? hash : null;
}

function parents(level: readonly Hash[]): Hash[] {
  const above: Hash[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const [left, right] = [level[at], level[at + 1]];
    if (left !== undefined) above.push(right === undefined ? left : hashNode(left, right));
  }
  return above;
}

/** Not by a shift, which would know 32 bits alone. */
function half(value: number): number {
  return Math.floor(value / 2);
}
