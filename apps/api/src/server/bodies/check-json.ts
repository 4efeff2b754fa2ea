import type { RefusalTerms } from "../../kit/refusal.ts";
import { publicRefusal } from "../../operation/errors.ts";
import {
  endOfPlain,
  isExponentMark,
  maxPlainDigits,
  NumberCheck,
  point,
} from "./inexact-numbers.ts";

/** Maximum nesting depth of arrays and objects. Operations need at most four levels. */
const maxDepth = 100;

export const tooDeep: RefusalTerms = {
  kind: "invalid",
  code: "body_too_deep",
  message: `Request body must be nested at most ${maxDepth} deep.`,
  meaning:
    "Arrays and objects in the body are nested too deep. No operation needs more than four levels.",
  remedy: "Send the fields that the operation documents.",
};

const quote = 0x22;
const backslash = 0x5c;

/**
 * Checks bytes in one pass before they are parsed as JSON. JSON.parse accepts any depth, but recursive code (schemas,
 * JSON.stringify) would overflow the stack. Inexact numbers are overwritten (see inexact-numbers.ts).
 *
 * @throws PublicError 400 when the JSON is nested too deep or has too many long numbers
 */
export function checkJson(bytes: Uint8Array): void {
  const numbers = new NumberCheck(bytes);
  let depth = 0;
  const { length } = bytes;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) at = endOfText(bytes, at + 1);
    else if (byte >= 0x30 && byte <= 0x39) {
      // Short whole numbers are skipped here. A body can have so many of them that a call for each would take longer than
      // JSON.parse.
      let end = at + 1;
      let next = bytes[end] ?? 0;
      while (next >= 0x30 && next <= 0x39 && end < at + maxPlainDigits) {
        end += 1;
        next = bytes[end] ?? 0;
      }
      if (next === point) end = endOfPlain(bytes, at);
      else if ((next >= 0x30 && next <= 0x39) || isExponentMark(next)) end = 0;
      at = (end === 0 ? numbers.check(at) : end) - 1;
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > maxDepth) throw publicRefusal(tooDeep);
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
}

/** @returns the index of the closing quote of a string, or the length of `bytes` if it is not closed */
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
