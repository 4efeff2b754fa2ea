import { utf8ToBytes } from "@noble/hashes/utils.js";
import { compareBytes } from "./compare-bytes.ts";
import { UsageHashError } from "./fields.ts";
import { type Hex, hashEvent } from "./hashes.ts";
import { type BilledInvoice, canonicalInvoice } from "./invoice.ts";
import { usageHashOfLeaves, usageProofOfLeaves } from "./leaves.ts";
import type { UsageProof } from "./proof.ts";
import { type BilledEvent, type CanonicalEvent, canonicalEvent } from "./usage-event.ts";

/**
 * One hash of an invoice and all the usage that it bills, in the canonical form of docs/usage-hash.md: to be the
 * `referenceHash` of the invoice's settlement, so that the chain has a commitment to what was billed.
 *
 * @param events of the invoice, in any order
 * @returns 32 bytes, as `0x` and 64 hex digits in lower case
 * @throws UsageHashError when a field is invalid, an event occurs twice, or belongs to another invoice or subscription
 */
export function usageHash(invoice: BilledInvoice, events: Iterable<BilledEvent>): Hex {
  return usageHashOfLeaves(invoice, inOrder(invoice, events).map(hashEvent));
}

/**
 * The proof that one of the events is billed on the invoice, for verifyUsageProof.
 *
 * @param events all events of the invoice, as for usageHash
 * @throws UsageHashError as usageHash does, and when no event has the id
 */
export function usageProof(
  invoice: BilledInvoice,
  events: Iterable<BilledEvent>,
  eventId: string,
): UsageProof {
  const ordered = inOrder(invoice, events);
  const index = ordered.findIndex(({ id }) => id === eventId);
  const event = ordered[index];
  if (event === undefined) throw new UsageHashError(`usageEvents has no event ${eventId}.`);
  return usageProofOfLeaves(invoice, ordered.map(hashEvent), { event, index });
}

/** Each event once, in the order of the bytes of their ids. */
function inOrder(given: BilledInvoice, events: Iterable<BilledEvent>): CanonicalEvent[] {
  const invoice = canonicalInvoice(given);
  const ordered = Array.from(events, (one, index) => {
    const event = canonicalEvent(invoice, one, `usageEvents[${index}]`);
    return { event, index, bytes: utf8ToBytes(event.id) };
  }).sort((one, other) => compareBytes(one.bytes, other.bytes));
  ordered.forEach(({ event, index }, at) => {
    const before = ordered[at - 1];
    if (before?.event.id === event.id) {
      throw new UsageHashError(
        `usageEvents[${index}] has the id of usageEvents[${before.index}], ${event.id}.`,
      );
    }
  });
  return ordered.map(({ event }) => event);
}
