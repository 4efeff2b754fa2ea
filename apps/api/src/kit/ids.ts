import { randomFillSync } from "node:crypto";

export { createId as newId } from "@paralleldrive/cuid2";

const digits = "0123456789abcdefghijklmnopqrstuvwxyz";
const length = 24;

/** Added to a time: the sum has nine digits, and the first is a letter until the year 4000. */
const firstOfNine = 10 * digits.length ** 8;

/** The system's random bytes, fetched once for many ids. */
const random = new Uint8Array(4_096);
let used = random.length;

/**
 * An id in the same form as newId's (a letter, then 23 digits or letters), for rows that every request inserts:
 * the time, then 77 random bits from the system (docs/adr/0008-metering.md). Ids of about the same time are
 * neighbors in an index, so the page for a new one is in memory.
 */
export function newEventId(now: Date): string {
  let id = (firstOfNine + Math.max(0, now.getTime())).toString(digits.length);
  while (id.length < length) id += digits.charAt(randomDigit());
  return id;
}

/** Every digit is equally likely: only the first 252 (7 × 36) of a byte's 256 values are used. */
function randomDigit(): number {
  for (;;) {
    if (used === random.length) {
      randomFillSync(random);
      used = 0;
    }
    const byte = random[used++] ?? 0;
    if (byte < 252) return byte % digits.length;
  }
}
