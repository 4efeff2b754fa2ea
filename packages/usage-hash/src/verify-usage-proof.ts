import { assertObject, UsageHashError } from "./fields.ts";
import { type Hex, hashEvent, hashInvoice, readHash, toHex } from "./hashes.ts";
import { canonicalInvoice } from "./invoice.ts";
import { rootAbove } from "./merkle-tree.ts";
import type { UsageProof } from "./proof.ts";
import { canonicalEvent } from "./usage-event.ts";

/**
 * Whether a proof shows that its event was billed on its invoice, the one with this usage hash. Read the hash where
 * you trust it, such as in the `SettlementRecorded` event on the chain.
 *
 * @param proof from an untrusted source; a value that is not a proof does not verify
 * @throws UsageHashError when the usage hash is not 32 bytes in hex
 */
export function verifyUsageProof(usageHash: string, proof: UsageProof): boolean {
  const hash = readHash(usageHash);
  if (hash === null) throw new UsageHashError("usageHash must be 0x and 64 hex digits.");
  try {
    return hashProvenBy(proof) === toHex(hash);
  } catch (error) {
    if (error instanceof UsageHashError) return false;
    throw error;
  }
}

/** @returns null when the place or the path cannot be */
function hashProvenBy(proof: UsageProof): Hex | null {
  assertObject(proof, "proof");
  const { eventCount, index, path } = proof;
  const isPlace = isWhole(eventCount) && isWhole(index) && index < eventCount;
  if (!isPlace || !Array.isArray(path)) return null;
  const siblings = path.flatMap((one) => readHash(one) ?? []);
  if (siblings.length !== path.length) return null;

  const invoice = canonicalInvoice(proof.invoice);
  const leaf = hashEvent(canonicalEvent(invoice, proof.usageEvent, "usageEvent"));
  const root = rootAbove(leaf, { index, count: eventCount }, siblings);
  return root && hashInvoice(invoice, eventCount, root);
}

function isWhole(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
