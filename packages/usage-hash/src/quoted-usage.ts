import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { compareBytes } from "./compare-bytes.ts";
import { decimal, text, time } from "./fields.ts";
import { type Hex, toHex } from "./hashes.ts";

/** The fields of a usage event that are hashed for a quote. The API's usage event has them. */
export interface QuotedEvent {
  readonly eventKey: string;
  /** A decimal string, at most six decimal places. */
  readonly quantity: string;
  /** ISO 8601 with `Z` or an offset. Digits below the millisecond are dropped. */
  readonly occurredAt: string;
}

/**
 * The `usageHash` of a quote, as docs/usage-hash.md specifies it.
 *
 * @param events all events of the subscription that occurred in the quote's period, in any order
 * @throws UsageHashError that names the field which cannot be hashed
 */
export function quotedUsageHash(events: Iterable<QuotedEvent>): Hex {
  const hashes = Array.from(events, ({ eventKey, quantity, occurredAt }, index) => {
    const name = (field: string) => `usageEvents[${index}].${field}`;
    const parts = [
      text(eventKey, name("eventKey")),
      decimal(quantity, name("quantity")),
      Date.parse(time(occurredAt, name("occurredAt"))),
    ];
    return sha256(utf8ToBytes(parts.join("\n")));
  });
  return toHex(sha256(concatBytes(...hashes.sort(compareBytes))));
}
