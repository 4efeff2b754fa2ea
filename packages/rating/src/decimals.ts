import { Decimal } from "decimal.js";
import { limits } from "./component.ts";

/**
 * Exact decimals. The largest product is a sum of usage (18 digits for one event, and room for a million million of
 * them) with six decimal places, times a price with 18 digits and 14 places: fewer than 80 digits. So no result is
 * rounded unless the code says so.
 */
export const Exact = Decimal.clone({ precision: 120 });
export type Exact = InstanceType<typeof Exact>;

export const zero = new Exact(0);

/** Zeros after the last allowed decimal place do not count. */
const decimalText = (places: number) => new RegExp(`^\\d{1,18}(?:\\.\\d{1,${places}}0*)?$`);
const forms = new Map([limits.places, limits.pricePlaces].map((one) => [one, decimalText(one)]));

/** How many decimal places a value may have: those of an amount or a quantity, or those of a price. */
export type Places = typeof limits.places | typeof limits.pricePlaces;

/** Whether text is a non-negative decimal with at most 18 digits before the point and `places` after it. */
export function isDecimal(text: string, places: Places): boolean {
  return forms.get(places)?.test(text) ?? false;
}

/** Plain notation without trailing zeros: `0.0025`, never `2.5e-3`. */
export function plainDecimal(text: string): string {
  return new Exact(text).toFixed();
}

/** USDC, which has six decimal places: rounds half up. */
export function toUsdc(exact: Exact): Exact {
  return exact.toDecimalPlaces(6, Exact.ROUND_HALF_UP);
}
