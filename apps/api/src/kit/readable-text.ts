import type { z } from "zod";
import { atMost, says } from "./messages.ts";

/*
 * Texts that people read: on the checkout page, on invoices, in lists and in terminals. Characters that could
 * deceive a reader or control a terminal are refused. Letters of every script, combining marks, joiners (emoji,
 * Persian, Indic scripts) and the direction marks U+200E, U+200F and U+061C, which affect only their neighbors,
 * are allowed.
 */

/** C0 with ESC, CR and LF, DEL, C1, and the line and paragraph separators. */
const control = /[\p{Cc}\u2028\u2029]/u;
/** The same, except line breaks. */
const controlInLines = /(?!\r?\n|\r)[\p{Cc}]/u;

/** Embeddings, overrides and isolates, which turn the text that follows, and deprecated format characters. */
const turning = /[\u202a-\u202e\u2066-\u206f]/u;

/** A visible character: not ignorable, not white space, not the empty Braille cell. */
const visible = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\p{Cf}\u2800]/u;

export const noControlCharacters = says("must not contain control characters.");

/** Whether a text has no control characters, line breaks included. */
export const hasNoControl = (value: string) => !control.test(value);

/** A blank text passes: whether it is allowed is the rule of its field. */
const canBeSeen = (value: string) => value.trim() === "" || visible.test(value);

const readable = (schema: z.ZodString, isClean: (value: string) => boolean) =>
  schema
    .refine(isClean, noControlCharacters)
    .refine(
      (value) => !turning.test(value),
      says("must not contain characters that change the direction of text."),
    )
    .refine(canBeSeen, says("must contain a visible character."));

/** A name: one line. */
export const nameOfOneLine = (schema: z.ZodString, maxLength: number) =>
  readable(schema.max(maxLength, { ...atMost(maxLength), abort: true }), hasNoControl);

/** A description: any number of lines. */
export const textOfLines = (schema: z.ZodString, maxLength: number) =>
  readable(
    schema.max(maxLength, { ...atMost(maxLength), abort: true }),
    (value) => !controlInLines.test(value),
  );

const deceptive = new RegExp(`${control.source}|${turning.source}`, "gu");
const maxLine = 1_000;

/** A line with text from elsewhere, for a terminal: what could control it or deceive its reader is escaped, and a long line is cut. */
export function lineForTerminal(text: string): string {
  const line = text.length > maxLine ? `${text.slice(0, maxLine)}…` : text;
  return line.replace(
    deceptive,
    (one) => `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}
