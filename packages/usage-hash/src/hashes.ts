import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { abiEncode, uint256 } from "./abi.ts";
import type { CanonicalInvoice } from "./invoice.ts";
import type { CanonicalEvent } from "./usage-event.ts";

/*
 * The hashes of docs/usage-hash.md: each is keccak256(abi.encode(tag, …)), and the tag names the kind of hash and the
 * version of the format, so a leaf, node or root never passes for another kind.
 */

/** 32 bytes. */
export type Hash = Uint8Array;
export type Hex = `0x${string}`;

const eventTag = tag("Usance usage event v1");
const nodeTag = tag("Usance usage node v1");
const invoiceTag = tag("Usance usage invoice v1");

export function hashEvent(event: CanonicalEvent): Hash {
  const { id, subscriptionId, eventKey, quantity, occurredAt } = event;
  return keccak_256(abiEncode(eventTag, id, subscriptionId, eventKey, quantity, occurredAt));
}

export function hashNode(left: Hash, right: Hash): Hash {
  return keccak_256(abiEncode(nodeTag, left, right));
}

/** The usage hash itself: an invoice with the number and the root of its events. */
export function hashInvoice(invoice: CanonicalInvoice, eventCount: number, eventsRoot: Hash): Hex {
  const { id, amount, currency } = invoice;
  const subscriptionId = invoice.subscriptionId ?? ""; // no id is empty, so an empty text always means: no id
  const texts = [id, subscriptionId, amount, currency] as const;
  return toHex(keccak_256(abiEncode(invoiceTag, ...texts, uint256(eventCount), eventsRoot)));
}

/** keccak256 of a text in UTF-8. The settlement contract names an invoice by this hash of its id. */
export function hashText(text: string): Hex {
  return toHex(keccak_256(utf8ToBytes(text)));
}

export function toHex(hash: Hash): Hex {
  return `0x${bytesToHex(hash)}`;
}

/** @returns null if the value is not `0x` and 64 hex digits */
export function readHash(value: unknown): Hash | null {
  const isHash = typeof value === "string" && /^0x[0-9a-fA-F]{64}$/.test(value);
  return isHash ? hexToBytes(value.slice(2)) : null;
}

function tag(name: string): Hash {
  return keccak_256(utf8ToBytes(name));
}
