import {
  concat,
  encodeAbiParameters,
  type Hex,
  keccak256,
  parseAbiParameters,
  stringToBytes,
  zeroHash,
} from "viem";
import { expect, it } from "vitest";
import vectors from "../vectors.json" with { type: "json" };
import { usageHash, usageLeaf, usageProof, verifyUsageProof } from "./index.ts";

/*
 * The committed vectors, for other implementations to be held against. They were written once and do
 * not change with the code: a form that gives other hashes is another version. Beside them stands a
 * second implementation, from docs/usage-hash.md with viem's encoders and RFC 9162's definition.
 */

it("every vector has the committed hash, leaves and proofs", () => {
  for (const { name, invoice, usageEvents, ...expected } of vectors) {
    const ordered = usageEvents.toSorted((one, other) => (one.id < other.id ? -1 : 1));

    expect(usageHash(invoice, usageEvents), name).toBe(expected.usageHash);
    expect(
      ordered.map((event) => hex(usageLeaf(invoice, event))),
      name,
    ).toEqual(expected.leaves);
    for (const proof of expected.proofs) {
      expect(usageProof(invoice, usageEvents, proof.usageEvent.id), name).toEqual(proof);
      expect(verifyUsageProof(expected.usageHash, proof), name).toBe(true);
    }
    expect(expected.proofs, name).toHaveLength(usageEvents.length);
  }
});

it("every vector matches viem's encoder and RFC 9162's definition of the documented form", () => {
  for (const { name, invoice, ...expected } of vectors) {
    const [first] = expected.proofs;
    const { id, subscriptionId, amount, currency } = first?.invoice ?? invoice;
    const leaves = expected.proofs.map(({ usageEvent: event }) =>
      tagged("Usance usage event v1", "string, string, string, string, string", [
        event.id,
        event.subscriptionId,
        event.eventKey,
        event.quantity,
        event.occurredAt,
      ]),
    );
    const eventsRoot = treeHash(leaves);
    const root = [id, subscriptionId ?? "", amount, currency, BigInt(leaves.length), eventsRoot];

    expect(leaves, name).toEqual(expected.leaves);
    expect(eventsRoot, name).toBe(expected.eventsRoot);
    expect(
      tagged("Usance usage invoice v1", "string, string, string, string, uint256, bytes32", root),
      name,
    ).toBe(expected.usageHash);
  }
});

/** RFC 9162, section 2.1.1: the left part is the largest power of two below the length. */
function treeHash(leaves: readonly Hex[]): Hex {
  const [first = zeroHash] = leaves;
  if (leaves.length < 2) return first;
  const left = 2 ** Math.floor(Math.log2(leaves.length - 1));
  return tagged("Usance usage node v1", "bytes32, bytes32", [
    treeHash(leaves.slice(0, left)),
    treeHash(leaves.slice(left)),
  ]);
}

function tagged(tag: string, types: string, values: readonly unknown[]): Hex {
  const parameters = parseAbiParameters(`bytes32, ${types}`);
  return keccak256(encodeAbiParameters(parameters, [keccak256(stringToBytes(tag)), ...values]));
}

function hex(bytes: Uint8Array): Hex {
  return concat(Array.from(bytes, (byte) => `0x${byte.toString(16).padStart(2, "0")}` as const));
}
