import { randomBytes } from "node:crypto";

export { createId as newId } from "@paralleldrive/cuid2";

/**
 * An id of the same form as newId's (a letter, then 23 digits or letters), straight from the system's
 * random numbers: for what is written with every request (docs/adr/0016-ids-of-events.md).
 */
export function newEventId(): string {
  const bits = BigInt(`0x${randomBytes(20).toString("hex")}`);
  const letter = String.fromCharCode(97 + Number(bits % 26n));
  return letter + (bits / 26n).toString(36).slice(-23).padStart(23, "0");
}
