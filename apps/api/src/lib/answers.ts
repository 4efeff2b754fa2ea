import { z } from "zod";
import { exampleAddress, exampleId, exampleTime } from "./examples.ts";
import { formatAmount } from "./money.ts";

/*
 * The vocabulary of answer fields: they take what the database holds and give what the
 * specification shows, so that a store's record is the answer and nothing is copied by hand.
 */

/** A cuid. Of what, the field's name says. */
export const id = () => z.string().meta({ example: exampleId });

/** A decimal string with six decimal places. */
export const decimalOut = () =>
  z
    .custom<{ toFixed(places: number): string }>()
    .transform(formatAmount)
    .pipe(z.string())
    .meta({ example: "12.500000" });

export const amountOut = () => decimalOut().meta({ description: "USDC, with six decimal places" });

export const currencyOut = () => z.string().meta({ description: "Always `USDC`", example: "USDC" });

/** An EVM address as it was given. */
export const addressOut = () => z.string().meta({ example: exampleAddress });

export const chainIdOut = () =>
  z.int().meta({ description: "Number of the chain, by EIP-155", example: 8453 });

/** ISO 8601 in UTC with milliseconds. */
export const timeOut = () =>
  z.date().transform(isoText).pipe(z.string()).meta({ example: exampleTime, format: "date-time" });

export const createdAt = () => timeOut().meta({ description: "When it was made" });

export const updatedAt = () =>
  timeOut().meta({ description: "When it last changed; at first, when it was made" });

/** Many answers show the same times: of the records that many others nest, and of what came together. */
const isoTexts = new Map<number, string>();
const maxIsoTexts = 1_000;

function isoText(date: Date): string {
  const time = date.getTime();
  const known = isoTexts.get(time);
  if (known !== undefined) return known;
  const text = date.toISOString();
  if (isoTexts.size >= maxIsoTexts) isoTexts.clear();
  isoTexts.set(time, text);
  return text;
}
