import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { canonicalJson } from "./canonical-json.ts";
import { decimal, ProofError, text, time } from "./fields.ts";
import type { Hex } from "./hashes.ts";
import { anySha256, leafOf } from "./sum-tree.ts";
import { leafText } from "./usage-event.ts";

/** What a subscription's usage was at a time, as docs/proofs.md specifies it. */
export interface UsageRoot {
  readonly subscriptionId: string;
  readonly number: number;
  /** In UTC with milliseconds. */
  readonly createdAt: string;
  readonly eventCount: number;
  readonly voidCount: number;
  readonly changesHash: string;
  /** null: it is the first. */
  readonly rootBefore: string | null;
  readonly root: string;
}

/** An event that was recorded; or one that was voided, whose quantity and time are null. */
export interface UsageChange {
  readonly eventKey: string;
  readonly quantity: string | null;
  readonly occurredAt: string | null;
}

/** The text that a root is the SHA-256 of, and that its signature signs. */
export const usageRootText = ({
  subscriptionId,
  number,
  createdAt,
  eventCount,
  voidCount,
  changesHash,
  rootBefore,
}: Omit<UsageRoot, "root">): string =>
  canonicalJson({
    version: 1,
    subscriptionId,
    number,
    createdAt,
    eventCount,
    voidCount,
    changesHash,
    rootBefore,
  });

/**
 * The hash of a change: of an event, that of its leaf in the tree of a bill.
 *
 * @throws ProofError for one that the service could not have recorded
 */
export function usageChangeHash({ eventKey, quantity, occurredAt }: UsageChange): Hex {
  const key = text(eventKey, "eventKey");
  if (quantity === null && occurredAt === null) return `0x${anySha256(`void\n${key}`)}`;
  const event = {
    eventKey: key,
    quantity: decimal(quantity, "quantity"),
    occurredAt: time(occurredAt, "occurredAt"),
  };
  return `0x${leafOf(leafText(event), 0n).hash}`;
}

const hashForm = /^0x[0-9a-f]{64}$/;

/**
 * The hash of all changes of a root.
 *
 * @param hashes those of the changes, in any order
 * @throws ProofError unless each is 0x and 64 lowercase hex digits
 */
export function usageChangesHash(hashes: readonly string[]): Hex {
  if (!hashes.every((hash) => hashForm.test(hash))) {
    throw new ProofError("A hash must be 0x and 64 lowercase hex digits.");
  }
  const bytes = hashes.map((hash) => hash.slice(2)).sort();
  return `0x${bytesToHex(sha256(hexToBytes(bytes.join(""))))}`;
}
