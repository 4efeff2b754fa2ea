import { z } from "zod";
import { exampleId, exampleTime } from "./examples.ts";
import { atMost, nameOf, requiredOr, says } from "./messages.ts";
import { isAmount, toAmount } from "./money.ts";
import { hasNoControl, nameOfOneLine, noControlCharacters, textOfLines } from "./readable-text.ts";
import { notAJsonObject } from "./refusal.ts";
import { hasUser, readWebAddress } from "./web-address.ts";

/*
 * The vocabulary of request fields. Each carries the messages of the specification (section 7) and
 * of decisions on it; the field's name comes from where it stands, so a schema never repeats it.
 * A schema's fields are checked in the order in which they are written.
 */

/** Text as it came: no NUL (Postgres has no place for it), no half of a surrogate pair. */
const text = () =>
  z
    .string({ error: requiredOr("must be a string.") })
    .refine((value) => !value.includes("\0"), says("must not contain null characters."))
    .refine((value) => value.isWellFormed(), says("must be valid Unicode text."));

/** Text that must be there: absent, null, empty and blank all mean `<field> is required.` */
export const requiredText = (maxLength: number) =>
  text()
    .refine((value) => value.trim() !== "", says("is required."))
    .max(maxLength, { ...atMost(maxLength), abort: true });

/** The same that people read: one line, without what deceives a reader (readable-text.ts). */
export const requiredName = (maxLength: number) =>
  nameOfOneLine(
    text().refine((value) => value.trim() !== "", says("is required.")),
    maxLength,
  );

/** A name that may be left out or blank. */
export const optionalName = (maxLength: number) => omittable(nameOfOneLine(text(), maxLength));

/** A text of several lines that people read, which may be left out or blank. */
export const optionalDescription = (maxLength: number) => omittable(textOfLines(text(), maxLength));

/** A key of the caller's own choice. It is shown in lists and on terminals, so it holds no control characters. */
export const requiredKey = (maxLength: number) =>
  requiredText(maxLength).refine(hasNoControl, noControlCharacters);

/** Far longer than an id of ours: what is longer need not be looked for. */
const maxOfId = 255;

/** An id in a body or a path. Unknown ids are found out by looking, not by their form. */
export const requiredId = () => requiredText(maxOfId).meta({ example: exampleId });

/** An id that may be left out; blank is left out too, as it can name nothing. */
export const optionalId = () =>
  omittable(idText().meta({ example: exampleId })).transform(blankIsOmitted);

/** An id to look for in a list. Blank is not left out here: nothing has it, so nothing is found. */
export const filterId = () => omittable(idText()).meta({ example: exampleId });

const idText = () => text().max(maxOfId, atMost(maxOfId));

const blankIsOmitted = (value: string | undefined) =>
  value === undefined || value.trim() === "" ? undefined : value;

/** An e-mail that may be left out or blank: who needs one asks for it by a refusal of its own. */
export const optionalEmail = () =>
  omittable(
    text()
      .max(320, { ...atMost(320), abort: true })
      .refine(isBlankOrEmail, says("must be a valid email address.")),
  ).transform(blankIsOmitted);

function isBlankOrEmail(value: string): boolean {
  return value.trim() === "" || z.regexes.email.test(value);
}

/** In characters: as given, and as it is parsed, which may be longer. */
export const maxOfUrl = 2_048;

const returnUrlRule = "must be an https or localhost URL.";
const localhosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Where a page sends its reader on: over https, or to the reader's own machine. Given back as it is parsed. */
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

/** One of a list of words; anything else is answered with the list. */
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

/** Yes or no; no when it is left out. In a query string it is text, over tRPC a boolean or text. */
export const flag = () => {
  const rule = says("must be true or false.");
  return omittable(
    z
      .union([z.string(), z.boolean()], rule)
      .refine((value) => /^(true|false)$/.test(String(value)), rule)
      .transform((value) => String(value) === "true"),
  )
    .transform((value) => value ?? false)
    .meta({ type: "boolean", example: true });
};

/** One or more of something. */
export const listOf = <Schema extends z.ZodType>(schema: Schema, max: number) => {
  const rule = `must be a list of 1 to ${max}.`;
  return z
    .array(schema, { error: requiredOr(rule) })
    .min(1, says(rule))
    .max(max, says(rule));
};

/** Where null and absent both mean that the field was left out. */
export const omittable = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

const decimalRule = "must be a non-negative decimal with at most six decimal places.";

/** USDC or a quantity: a decimal string or a JSON number, kept exact (see money.ts). */
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

const dateTimeRule = "must be an ISO 8601 date-time.";

/** V8 misreads long fractions (.0010000000 comes out as 10 ms), so it is given three digits. */
const finerThanMilliseconds = /(\.\d{3})\d+/;

/** A day that there is, `T`, a time with or without seconds, and `Z` or an offset. */
const isoDateTime =
  /^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8])))T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

const dateTimeText = () =>
  z.string(says(dateTimeRule)).regex(isoDateTime, { ...says(dateTimeRule), abort: true });

const asDate = (schema: z.ZodString) =>
  schema
    .transform((value) => new Date(value.replace(finerThanMilliseconds, "$1")))
    .refine(isStorable, says(dateTimeRule))
    .meta({ example: exampleTime, format: "date-time" });

/** ISO 8601 with `Z` or an offset, in the years 1 to 9999 UTC; digits below the millisecond are dropped. */
export const dateTime = () => asDate(dateTimeText());

/** The same where nothing may be dropped: below the millisecond there may only be zeros. */
export const exactDateTime = () =>
  asDate(
    dateTimeText().refine((value) => !/\.\d{3}0*[1-9]/.test(value), {
      ...says("must have at most three decimal places of a second."),
      abort: true,
    }),
  );

function isStorable(date: Date): boolean {
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** USDC is the only currency (specification, section 1). */
export const currency = () =>
  omittable(
    z
      .literal("USDC", { error: (issue) => `${nameOf(issue)} must be USDC.` })
      .meta({ example: "USDC" }),
  ).meta({ description: "Only `USDC`, which is also what it is when left out" });

/** A whole request: the body's fields and the path's. */
export const request = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object(shape, { error: notAJsonObject.message });

/** An object inside a body. */
export const nested = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object(shape, { error: requiredOr("must be an object.") });
