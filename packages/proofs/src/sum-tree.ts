import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { fromMillionths } from "./decimals.ts";

/*
 * A Merkle tree of the shape of RFC 9162, section 2.1, whose nodes also have a sum: the left part of a tree has the largest
 * power of two of the leaves that is less than all of them. A node's hash has the hashes and the sums of its two parts, so a root
 * proves the sum of all leaves, and not only what they are. Hashes are of texts, which every language writes alike.
 */

/** A leaf or a node: its hash in hex, and the sum of the quantities below it, in millionths. */
export interface Summed {
  readonly hash: string;
  readonly sum: bigint;
}

/** SHA-256 of a text in UTF-8, in hex. */
export type Sha256 = (text: string) => string;

/** Runs anywhere. Node has a faster one. */
export const anySha256: Sha256 = (text) => bytesToHex(sha256(utf8ToBytes(text)));

export const leafOf = (text: string, sum: bigint, hash: Sha256 = anySha256): Summed => ({
  hash: hash(`leaf\n${text}`),
  sum,
});

function nodeOf(left: Summed, right: Summed, hash: Sha256): Summed {
  const sums = [fromMillionths(left.sum), fromMillionths(right.sum)];
  return {
    hash: hash(`node\n${left.hash}\n${sums[0]}\n${right.hash}\n${sums[1]}`),
    sum: left.sum + right.sum,
  };
}

/** A complete part of the tree so far. */
interface Part {
  readonly top: Summed;
  readonly size: number;
  /** Whether the leaf whose path is asked for is below it. */
  readonly isOnPath: boolean;
}

/** Computes the root of leaves that come one at a time, and the path of one of them. It keeps no leaves. */
export class SumTree {
  readonly #hash: Sha256;
  /** The largest first; no two have the same size. */
  readonly #parts: Part[] = [];
  readonly #path: Summed[] = [];

  constructor(hash: Sha256) {
    this.#hash = hash;
  }

  /** @param isOnPath whether the path of this leaf is asked for */
  add(leaf: Summed, isOnPath = false): void {
    let part: Part = { top: leaf, size: 1, isOnPath };
    for (let left = this.#parts.at(-1); left?.size === part.size; left = this.#parts.at(-1)) {
      this.#parts.pop();
      part = this.#join(left, part);
    }
    this.#parts.push(part);
  }

  /**
   * Ends the tree, which has a leaf.
   *
   * @returns its root, and the other parts on the way from the leaf to it, the lowest first
   */
  end(): { readonly root: Summed; readonly path: readonly Summed[] } {
    const { top } = this.#parts.reduceRight((right, left) => this.#join(left, right));
    return { root: top, path: this.#path };
  }

  #join(left: Part, right: Part): Part {
    if (left.isOnPath) this.#path.push(right.top);
    if (right.isOnPath) this.#path.push(left.top);
    return {
      top: nodeOf(left.top, right.top, this.#hash),
      size: left.size + right.size,
      isOnPath: left.isOnPath || right.isOnPath,
    };
  }
}

/** The root above a leaf at its place among so many; null when the path is not as long as it must be. */
export function rootAbove(
  leaf: Summed,
  place: { readonly index: number; readonly count: number },
  path: readonly Summed[],
): Summed | null {
  let top = leaf;
  let used = 0;
  for (let at = place.index, last = place.count - 1; last > 0; at = half(at), last = half(last)) {
    if (at === last && at % 2 === 0) continue; // alone on its level
    const other = path[used++];
    if (other === undefined) return null;
    const [left, right] = at % 2 === 0 ? [top, other] : [other, top];
    top = nodeOf(left, right, anySha256);
  }
  return used === path.length ? top : null;
}

/** Not by a shift, which would know 32 bits alone. */
const half = (value: number) => Math.floor(value / 2);
