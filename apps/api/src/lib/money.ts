import { Decimal } from "decimal.js";

/**
 * An exact amount of USDC or quantity of usage: non-negative, at most 18 digits before the point
 * and six after it. Precision covers every sum and comparison of such values, so none is rounded.
 */
export const Amount = Decimal.clone({ precision: 60 });
export type Amount = InstanceType<typeof Amount>;

/** Digits with an optional point and digits; zeros after the sixth place change nothing. */
const decimalText = /^\d{1,18}(?:\.\d{1,6}0*)?$/;

/**
 * Whether a value is such a decimal as the caller wrote it. A JavaScript number is read by its
 * shortest decimal text, so 0.000001 is fine and 1e-7 is not.
 */
export function isAmount(value: string | number): boolean {
  return decimalText.test(shortestText(value));
}

/** Reads a value that isAmount accepts, exactly. */
export function toAmount(value: string | number): Amount {
  return new Amount(shortestText(value));
}

/** The form in which amounts and quantities leave the service: six decimal places. */
export function formatAmount(amount: { toFixed(places: number): string }): string {
  return amount.toFixed(6);
}

/** USDC in token units of six decimals, as contracts count it: 12.5 is 12500000n. */
export function toTokenUnits(amount: { toFixed(places: number): string }): bigint {
  return BigInt(amount.toFixed(6).replace(".", ""));
}

/** Token units in USDC: 12500000n is 12.5. */
export function fromTokenUnits(units: bigint): Amount {
  return new Amount(String(units)).div(1_000_000);
}

function shortestText(value: string | number): string {
  return Object.is(value, -0) ? "0" : String(value);
}
