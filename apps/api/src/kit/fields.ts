import { z } from "zod";
import { readDateTime } from "./date-time.ts";
import { readEmailAddress } from "./email-address.ts";
import { exampleId, exampleTime } from "./evm-fields.ts";
import { atMost, nameOf, requiredOr, says, unknownOr } from "./messages.ts";
import { isAmount, isSignedDecimal, toAmount } from "./money.ts";
import { hasNoControl, nameOfOneLine, noControlCharacters, textOfLines } from "./readable-text.ts";
import { notAJsonObject } from "./refusal.ts";
import { hasUser, readWebAddress } from "./web-address.ts";

/*
 * Fields of requests, with the error messages of docs/specification.md, section 7. A message takes the field's name
 * from its path, so no schema repeats it. The fields of a schema are checked in the order in which they are written.
 */

/** Text as it was sent, without NUL, which Postgres cannot store, and without lone surrogates. */
const text = () =>
  z
    .string({ error: requiredOr("must be a string.") })
    .refine((value) => !value.includes("\0"), says("must not contain null characters."))
    .refine((value) => value.isWellFormed(), says("must be valid Unicode text."));

/** Required text: a missing, null, empty or blank value is answered with `<field> is required.` */
export const requiredText = (maxLength: number) =>
  text()
    .refine((value) => value.trim() !== "", says("is required."))
    .max(maxLength, { ...atMost(maxLength), abort: true });

/** Required text that people read: one line of readable text (readable-text.ts). */
export const requiredName = (maxLength: number) =>
  nameOfOneLine(
    text().refine((value) => value.trim() !== "", says("is required.")),
    maxLength,
  );

/** A name that may be left out; blank counts as left out. */
export const optionalName = (maxLength: number) =>
  omittable(nameOfOneLine(text(), maxLength)).transform(blankIsOmitted);

/** Readable text of several lines that may be left out or blank. */
export const optionalDescription = (maxLength: number) => omittable(textOfLines(text(), maxLength));

/** A key that the caller chooses. Lists and terminals show it, so it must not contain control characters. */
export const requiredKey = (maxLength: number) =>
  requiredText(maxLength).refine(hasNoControl, noControlCharacters);

/** The part of an event key before its first `:`. */
export const requiredPrefix = (maxLength: number) =>
  requiredKey(maxLength).refine((value) => !value.includes(":"), says("must not contain a colon."));

/** The prefix of an event key; without a colon all of it. */
export const prefixOf = (eventKey: string): string => eventKey.split(":", 1)[0] ?? "";

/** Far longer than the ids of the service: a longer one cannot exist. */
const maxOfId = 255;

/** An id in a body or a path. Its form is not checked: an unknown id is found by looking it up. */
export const requiredId = () => requiredText(maxOfId).meta({ example: exampleId });

/** An id that may be left out; blank counts as left out. */
export const optionalId = () =>
  omittable(idText().meta({ example: exampleId })).transform(blankIsOmitted);

/** An id that a list is filtered by. Blank does not count as left out: it matches no row. */
export const filterId = () => omittable(idText()).meta({ example: exampleId });

const idText = () => text().max(maxOfId, atMost(maxOfId));

const blankIsOmitted = (value: string | undefined) =>
  value === undefined || value.trim() === "" ? undefined : value;

const maxOfEmail = 320;
const emailRule = says("must be a valid email address.");

/**
 * An e-mail address that may be left out or blank: an operation that needs one has its own refusal. Returned in the form
 * that is stored (email-address.ts).
 */
export const optionalEmail = () =>
  omittable(
    text()
      .max(maxOfEmail, { ...atMost(maxOfEmail), abort: true })
      .transform((value) => (value.trim() === "" ? "" : readEmailAddress(value)))
      .refine((value) => value !== null, { ...emailRule, abort: true })
      .refine((value) => Array.from(value ?? "").length <= maxOfEmail, atMost(maxOfEmail)),
  ).transform((value) => value || undefined);

/** The same for a subscriber's address, to which e-mails are sent: RFC 5321 allows 64 bytes before the @. */
export const optionalMailbox = () => optionalEmail().refine(isMailbox, emailRule);

/** A leading hyphen is refused because some mail servers pass the address to a program as an argument. */
function isMailbox(value: string | undefined): boolean {
  if (value === undefined) return true;
  return !value.startsWith("-") && Buffer.byteLength(value.slice(0, value.lastIndexOf("@"))) <= 64;
}

/** In characters, for a URL as given and as parsed, which may be longer. */
export const maxOfUrl = 2_048;

const returnUrlRule = "must be an https or localhost URL.";
const localhosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** A URL that a page redirects to: https, or the reader's own machine. Returned as it was parsed. */
export const returnUrl = () =>
  omittable(
    text()
      .max(maxOfUrl, { ...atMost(maxOfUrl), abort: true })
      .refine((value) => readReturnUrl(value) !== null, { ...says(returnUrlRule), abort: true })
      .transform((value) => readReturnUrl(value)?.href ?? "")
      .refine(({ length }) => length <= maxOfUrl, atMost(maxOfUrl)),
  );

function readReturnUrl(value: string): URL | null {
  const url = readWebAddress(value);
  if (url === null || hasUser(url)) return null;
  return url.protocol === "https:" || localhosts.has(url.hostname) ? url : null;
}

/** A color of the web, as `#2563eb`. */
export const hexColor = () =>
  omittable(
    text()
      .regex(/^#[0-9a-fA-F]{6}$/, says("must be # and six hex digits."))
      .transform((value) => value.toLowerCase()),
  );

/** One of some words. The error message lists them. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: requiredOr(`must be one of: ${words.join(", ")}.`) });

/** A JSON number without a fraction, within bounds. */
export const wholeNumber = (min: number, max: number) => {
  const rule = `must be a whole number from ${min} to ${max}.`;
  return z
    .number({ error: requiredOr(rule) })
    .refine((value) => Number.isInteger(value) && value >= min && value <= max, says(rule))
    .meta({ minimum: min, maximum: max });
};

/** The same in a query string, where it is text; over tRPC it is a number or text. */
export const queryNumber = (min: number, max: number) => {
  const rule = says(`must be a whole number from ${min} to ${max}.`);
  return z
    .union([z.string(), z.number()], rule)
    .refine((value) => /^\d{1,10}$/.test(String(value)), { ...rule, abort: true })
    .transform(Number)
    .refine((value) => value >= min && value <= max, rule);
};

/** Several positive whole numbers in a query string. */
export const queryNumbers = (max: number) => {
  const rule = `must be at most ${max} whole numbers from 1, separated by commas.`;
  const form = /^[1-9]\d{0,8}(?:,[1-9]\d{0,8})*$/;
  return z
    .string({ error: requiredOr(rule) })
    .regex(form, says(rule))
    .transform((text) => text.split(",").map(Number))
    .refine((numbers) => numbers.length <= max, says(rule));
};

const booleanRule = says("must be true or false.");

/** A boolean of a body. */
export const requiredBoolean = () => z.boolean({ error: requiredOr("must be true or false.") });

/** A boolean of a body that may be left out. */
export const optionalBoolean = () => omittable(z.boolean(booleanRule));

/** A boolean; false when left out. In a query string it is text, over tRPC a boolean or text. */
export const flag = ({ ifAbsent = false }: { readonly ifAbsent?: boolean } = {}) =>
  omittable(
    z
      .union([z.string(), z.boolean()], booleanRule)
      .refine((value) => /^(true|false)$/.test(String(value)), booleanRule)
      .transform((value) => String(value) === "true"),
  )
    .transform((value) => value ?? ifAbsent)
    .meta({ type: "boolean", example: true });

/** A list with at least one element. */
export const listOf = <Schema extends z.ZodType>(schema: Schema, max: number) => {
  const rule = `must be a list of 1 to ${max}.`;
  return z
    .array(schema, { error: requiredOr(rule) })
    .min(1, says(rule))
    .max(max, says(rule));
};

/** A field that may be left out. Null counts as left out. */
export const omittable = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

const decimalRule = "must be a non-negative decimal with at most six decimal places.";

/** USDC or a quantity: a decimal string or a JSON number, read exactly (money.ts). */
export const decimal = () =>
  z
    .union([z.string(), z.number()], { error: requiredOr(decimalRule) })
    .refine((value) => typeof value !== "string" || value.trim() !== "", {
      ...says("is required."),
      abort: true,
    })
    .refine(isAmount, { ...says(decimalRule), abort: true })
    .transform(toAmount)
    .meta({ example: "12.500000" });

/** The same, but more than zero. */
export const positiveDecimal = () =>
  decimal().refine((amount) => amount.gt(0), says("must be more than zero."));

/** A decimal with a sign, and for a price with more decimal places. */
export const signedDecimal = (places: 6 | 12) => {
  const rule = `must be a decimal with at most ${places === 6 ? "six" : "twelve"} decimal places.`;
  return z
    .union([z.string(), z.number()], { error: requiredOr(rule) })
    .refine((value) => typeof value !== "string" || value.trim() !== "", {
      ...says("is required."),
      abort: true,
    })
    .refine((value) => isSignedDecimal(value, places), { ...says(rule), abort: true })
    .transform(toAmount)
    .meta({ example: "12.500000" });
};

const dateTimeRule = "must be an ISO 8601 date-time.";

/** ISO 8601 with `Z` or an offset (date-time.ts). Digits below the millisecond are dropped. */
export const dateTime = () =>
  z
    .string({ error: requiredOr(dateTimeRule) })
    .transform(readDateTime)
    .pipe(z.date(says(dateTimeRule)))
    .meta({ example: exampleTime, format: "date-time" });

/** USDC is the only currency (docs/specification.md, section 1). */
export const currency = () =>
  omittable(
    z
      .literal("USDC", { error: (issue) => `${nameOf(issue)} must be USDC.` })
      .meta({ example: "USDC" }),
  ).meta({ description: "Must be `USDC`, which is also the default" });

/**
 * A whole request: the fields of its body, path and query. Unknown fields are refused; the specification's own
 * operations ignore them, so their requests are `request(…).strip()`.
 */
export const request = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, { error: unknownOr(() => notAJsonObject.message) });

/** An object inside a body, with the same rule on unknown fields. */
export const nested = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, { error: unknownOr(requiredOr("must be an object.")) });
