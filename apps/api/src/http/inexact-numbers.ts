import { Amount } from "../shared/money.ts";

/**
 * A text, or a number without its sign: what JSON holds where digits can stand. A text that is never
 * closed reaches to the end, so that no search starts twice at one place, and only what JSON calls a
 * number is one, so that nothing malformed turns into JSON.
 */
const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"?|(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/** Doubles keep 15 significant digits and exponents of two: any other number may be inexact. */
const longNumber = /\d[\d.]{15}|\d[eE][+-]?\d{3}/;

/**
 * JSON.parse reads numbers as doubles, and money must never be rounded on its way in: 9007199254740993
 * would come out as …992, and 1e-400 as 0. Numbers that a double does not hold exactly are replaced by
 * 1e999, which parses to Infinity, which every field refuses; the caller is told to send such a value
 * as a text. Malformed JSON stays malformed.
 */
export function spoilInexactNumbers(json: string): string {
  if (!longNumber.test(json)) return json;
  return json.replace(textOrNumber, (token) =>
    token.startsWith('"') || isExact(token) ? token : "1e999",
  );
}

function isExact(token: string): boolean {
  const double = Number(token);
  // Amounts too become 0 at some exponent, so a zero is known by its digits.
  if (double === 0) return !/^[\d.]*[1-9]/.test(token);
  return new Amount(token).eq(double);
}
