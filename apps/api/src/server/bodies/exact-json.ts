import { Amount } from "../../kit/money.ts";
import type { RefusalTerms } from "../../kit/refusal.ts";
import { publicRefusal } from "../../operation/errors.ts";

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

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Parses JSON. A number that a double would change becomes Infinity, which every field refuses with an error that asks for
 * a string: JSON.parse would read 9007199254740993 as …992, and 1e-400 as 0, and amounts are never rounded.
 *
 * @throws TypeError when it is not UTF-8, SyntaxError when it is malformed, PublicError 400 when it is nested too deep
 */
export function parseExactly(bytes: Uint8Array): unknown {
  refuseTooDeep(bytes);
  const text = utf8.decode(bytes);
  return JSON.parse(mayBeInexact.test(text) ? text.replace(tokens, exactOnly) : text);
}

/**
 * Whether a text could have an inexact number. A decimal of at most 15 digits with an exponent of at most two is always the
 * shortest one of its double.
 */
const mayBeInexact = /\d[\d.]{15}|\d[eE][+-]?\d{3}/;

/** The strings of a JSON text, which are skipped, and what could be such a number. Each character is read once. */
const tokens = /"(?:[^"\\]|\\.)*(?:"|\\?$)|\d[\d.]{15,}(?:[eE][+-]?\d+)?|\d[\d.]*[eE][+-]?\d+/gs;
const jsonNumber = /^(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Only numbers of JSON are replaced, so malformed JSON stays malformed. */
const exactOnly = (token: string) => (!jsonNumber.test(token) || isExact(token) ? token : "1e999");

/** Whether a number is the shortest decimal of its double, written in any way. */
function isExact(source: string): boolean {
  const value = Number(source);
  if (String(value) === source) return true;
  if (value === 0) return !/^[^eE]*[1-9]/.test(source);
  return Number.isFinite(value) && new Amount(source).eq(value);
}

const quote = 0x22;
const backslash = 0x5c;

/** JSON.parse accepts any depth, but code that recurs over its value (schemas, JSON.stringify) would overflow the stack. */
function refuseTooDeep(bytes: Uint8Array): void {
  const { length } = bytes;
  let depth = 0;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      for (at += 1; at < length && bytes[at] !== quote; at += 1)
        if (bytes[at] === backslash) at += 1;
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > maxDepth) throw publicRefusal(tooDeep);
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
}
