import { z } from "zod";
import { parseDatabaseUrl } from "../database-url.ts";
import { readEmailAddress } from "../email-address.ts";
import type { Hex } from "../evm-fields.ts";

/* The kinds of values that variables have: how each is read from text, and what is said when it is wrong. */

/** A URL without the slashes at its end. */
export const withoutSlashes = (url: string): string => trimmedEnd(url, "/");

/** A text without a character at its end. A regular expression would need quadratic time. */
function trimmedEnd(text: string, character: string): string {
  let end = text.length;
  while (text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}

/** A text without the blanks around it. Line breaks stay, so that a value with one is refused. */
const withoutBlanks = (text: string): string => trimmedEnd(text, " ").replace(/^ +/, "");

export const hex = (digits: number, what: string) =>
  z
    .string()
    .regex(new RegExp(`^0x[0-9a-fA-F]{${digits}}$`), `must be ${what}: 0x and ${digits} hex digits`)
    .transform((value) => value as Hex);

export const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must be an address like ${example}` });

export const databaseUrl = (example: string) =>
  z.string().refine((text) => parseDatabaseUrl(text) !== null, {
    error: `must be an address like ${example}`,
  });

export const emailAddress = z
  .string()
  .transform(readEmailAddress)
  .refine((address) => address !== null, "must be an address like billing@example.com");

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    });

export const callsAMinute = wholeNumber(1, 1_000_000);

export const kib = wholeNumber(64, 1_073_741_824);

const isOrigin = (text: string) =>
  /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;

/** @returns the origins, or "*" for all of them */
export const origins = z
  .string()
  .transform((text) => (text === "*" ? text : text.split(",").map((one) => one.trim())))
  .refine((given) => given === "*" || given.every(isOrigin), {
    error: "must be origins like https://app.example.com, separated by commas, or *",
  });

/** The order of the secp256k1 curve: a private key is between 0 and this, exclusive. */
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

export const privateKey = hex(64, "a private key").refine(
  (key) => BigInt(key) > 0n && BigInt(key) < curveOrder,
  "must be a valid private key",
);

/** Values separated by commas. @returns the values in the given order */
const oneOrMore = z.string().transform((text): [string, ...string[]] => {
  const [first = "", ...others] = text.split(",").map(withoutBlanks);
  return [first, ...others];
});

export const privateKeys = oneOrMore
  .pipe(z.tuple([privateKey], privateKey))
  .refine(
    (keys) => new Set(keys.map((key) => key.toLowerCase())).size === keys.length,
    "must not contain a key twice",
  );

export const secretsKeys = oneOrMore.refine(
  (keys) => keys.every((key) => /^[0-9a-fA-F]{64}$/.test(key)),
  {
    error: "must be 64 hex digits, or several of these separated by commas",
  },
);

/** In the format of OpenTelemetry. Special characters are decoded where the pairs are used. */
export const keyPairs = z
  .string()
  .regex(/^[^=,]+=[^,]*(,[^=,]+=[^,]*)*$/, "must be name=value, separated by commas")
  .default("");
