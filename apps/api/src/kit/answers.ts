import { z } from "zod";
import { exampleAddress, exampleId, exampleTime } from "./evm-fields.ts";
import { formatAmount, formatPrice } from "./money.ts";

/*
 * Fields of answers. They convert what the database stores into what the specification shows, so that a store's
 * record can be the answer and nothing is copied by hand.
 */

/** An object with a name of its own in the OpenAPI document, and so in the SDK. */
export const component = <Shape extends z.core.$ZodLooseShape>(
  id: string,
  description: string,
  shape: Shape,
) => z.object(shape).meta({ id, description });

/** The cuid of the record that the field names. */
export const id = () => z.string().meta({ example: exampleId });

/** A decimal string with six decimal places. */
export const decimalOut = () =>
  z
    .custom<{ toFixed(places: number): string }>()
    .transform(formatAmount)
    .pipe(z.string())
    .meta({ example: "12.500000" });

export const amountOut = () =>
  decimalOut().meta({ description: "Amount in USDC, with six decimal places" });

export const currencyOut = () => z.string().meta({ description: "Always `USDC`", example: "USDC" });

/** A price, which can have more decimal places than an amount. */
export const priceOut = () =>
  z
    .custom<{ toFixed(): string; toFixed(places: number): string }>()
    .transform(formatPrice)
    .pipe(z.string())
    .meta({ example: "0.002500" });

/** An EVM address as the caller sent it. */
export const addressOut = () => z.string().meta({ example: exampleAddress });

export const chainIdOut = () => z.int().meta({ description: "EIP-155 chain id", example: 8453 });

/** ISO 8601 in UTC with milliseconds. */
export const timeOut = () =>
  z.date().transform(isoText).pipe(z.string()).meta({ example: exampleTime, format: "date-time" });

export const createdAt = () => timeOut().meta({ description: "Creation time" });

export const updatedAt = () =>
  timeOut().meta({ description: "Time of the last change; initially the creation time" });

/** Many answers show the same times, such as those of records that are nested in many others. */
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
