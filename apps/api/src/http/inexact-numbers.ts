import { Amount } from "../shared/money.ts";

/** A text, or a number: what JSON holds where digits can stand. */
const textOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** Doubles keep 15 significant digits; a shorter number cannot be inexact. */
const longNumber = /\d[\d.]{15}/;

/**
 * JSON.parse reads numbers as doubles, and money must never be rounded on its way in: 9007199254740993
 * would come out as …992. Numbers that a double does not hold exactly are replaced by 1e999, which
 * parses to Infinity, which every field refuses; the caller is told to send such a value as a text.
 */
export function spoilInexactNumbers(json: string): string {
  if (!longNumber.test(json)) return json;
  return json.replace(textOrNumber, (token) =>
    token.startsWith('"') || isExact(token) ? token : "1e999",
  );
}

function isExact(token: string): boolean {
  return new Amount(token).eq(Number(token));
}
