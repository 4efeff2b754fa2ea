import { randomFillSync } from "node:crypto";

export { createId as newId } from "@paralleldrive/cuid2";

const digits = "0123456789abcdefghijklmnopqrstuvwxyz";
const length = 24;

/** What makes nine digits of a time, of which the first is a letter until the year 4000. */
const firstOfNine = 10 * digits.length ** 8;

/** Random bytes of the system's, asked for once for many ids. */
const random = new Uint8Array(4_096);
let used = random.length;

/**
 * An id of the same form as newId's (a letter, then 23 digits or letters), for what is written with
 * every request: its time, then 77 random bits straight from the system (docs/adr/0016-ids-of-events.md).
 * Ids of about the same time stand together in an index, so that a new one finds its page in memory.
 */
export function newEventId(now: Date): string {
  let id = (firstOfNine + Math.max(0, now.getTime())).toString(digits.length);
  while (id.length < length) id += digits.charAt(randomDigit());
  return id;
}

/** Each digit is as likely as any other: of a byte's 256 values only the first 252, seven times 36, are used. */
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
