import type { RefusalTerms } from "../../lib/refusal.ts";
import { publicRefusal } from "../../operation/errors.ts";
import { endOfPlain, NumberCheck } from "./inexact-numbers.ts";

/** How deep arrays and objects may be nested: operations take four levels at most. */
const maxDepth = 100;

export const tooDeep: RefusalTerms = {
  kind: "invalid",
  message: `Request body must be nested at most ${maxDepth} deep.`,
};

const quote = 0x22;
const backslash = 0x5c;

/**
 * Checks bytes that may be JSON before they are parsed, in one pass. JSON.parse reads any depth, but what works on
 * values by calling itself runs out of stack: schemas, JSON.stringify. Inexact numbers are overwritten (see
 * inexact-numbers.ts).
 *
 * @throws PublicError 400 when it is nested too deep or has too many long numbers
 */
export function checkJson(bytes: Uint8Array): void {
  const numbers = new NumberCheck(bytes);
  let depth = 0;
  const { length } = bytes;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) at = endOfText(bytes, at + 1);
    else if (byte >= 0x30 && byte <= 0x39) {
      // Most numbers are plain, and a call less for each of them counts.
      const end = endOfPlain(bytes, at);
      at = (end === 0 ? numbers.check(at) : end) - 1;
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > maxDepth) throw publicRefusal(tooDeep);
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
}

/** @returns where the quote is that ends a text, or the end of all where none does */
function endOfText(bytes: Uint8Array, begin: number): number {
  const { length } = bytes;
  let at = begin;
  while (at < length) {
    const byte = bytes[at];
    if (byte === quote) return at;
    at += byte === backslash ? 2 : 1;
  }
  return length;
}
