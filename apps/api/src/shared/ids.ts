import { randomFillSync } from "node:crypto";

export { createId as newId } from "@paralleldrive/cuid2";

const digits = "abcdefghijklmnopqrstuvwxyz0123456789";
const length = 24;

/** Random bytes of the system's, asked for once for many ids. */
const random = new Uint8Array(4_096);
let used = random.length;

/**
 * An id of the same form as newId's (a letter, then 23 digits or letters), straight from the system's
 * random numbers: for what is written with every request (docs/adr/0016-ids-of-events.md).
 */
export function newEventId(): string {
  let id = digits.charAt(randomBelow(26));
  while (id.length < length) id += digits.charAt(randomBelow(digits.length));
  return id;
}

/** Each number is as likely as any other: bytes above the last multiple of the limit are passed over. */
function randomBelow(limit: number): number {
  for (;;) {
    if (used === random.length) {
      randomFillSync(random);
      used = 0;
    }
    const byte = random[used++] ?? 0;
    if (byte < 256 - (256 % limit)) return byte % limit;
  }
}
