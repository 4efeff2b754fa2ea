import { z } from "zod";
import { exampleId, exampleTime } from "./examples.ts";
import { formatAmount } from "./money.ts";

/*
 * The vocabulary of answer fields: they take what the database holds and give what the
 * specification shows, so that a store's record is the answer and nothing is copied by hand.
 */

export const id = () => z.string().meta({ example: exampleId, description: "cuid" });

/** A decimal string with six decimal places. */
export const decimalOut = () =>
  z
    .custom<{ toFixed(places: number): string }>()
    .transform(formatAmount)
    .pipe(z.string())
    .meta({ example: "12.500000", description: "Decimal string with six decimal places" });

/** ISO 8601 in UTC with milliseconds. */
export const timeOut = () =>
  z
    .date()
    .transform(isoText)
    .pipe(z.string())
    .meta({ description: "ISO 8601 in UTC", example: exampleTime, format: "date-time" });

/** Many answers show the same times: of the records that many others nest, and of what came together. */
const isoTexts = new Map<number, string>();
const mostIsoTexts = 1_000;

function isoText(date: Date): string {
  const time = date.getTime();
  const known = isoTexts.get(time);
  if (known !== undefined) return known;
  const text = date.toISOString();
  if (isoTexts.size >= mostIsoTexts) isoTexts.clear();
  isoTexts.set(time, text);
  return text;
}
