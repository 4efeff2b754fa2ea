import { Decimal } from "decimal.js";

/**
 * An exact amount of USDC or quantity of usage: non-negative, at most 18 digits before the decimal point and six
 * after it. The precision is enough for all sums and comparisons of such values, so nothing is rounded.
 */
export const Amount = Decimal.clone({ precision: 60 });
export type Amount = InstanceType<typeof Amount>;

/** Digits, with an optional point and further digits. Zeros after the sixth decimal place are allowed. */
const decimalText = /^\d{1,18}(?:\.\d{1,6}0*)?$/;

/**
 * Whether a value is such a decimal, exactly as the caller wrote it. A JavaScript number counts as its shortest
 * decimal text, so 0.000001 is accepted and 1e-7 is not.
 */
export function isAmount(value: string | number): boolean {
  return decimalText.test(shortestText(value));
}

/** The same with a sign and more decimal places: of a line that is a deduction, or a price. */
export function isSignedDecimal(value: string | number, places: 6 | 12): boolean {
  return (places === 6 ? signedText : signedPriceText).test(shortestText(value));
}

const signedText = /^-?\d{1,18}(?:\.(?:\d{1,5}|\d{6}0*))?$/;
const signedPriceText = /^-?\d{1,18}(?:\.(?:\d{1,11}|\d{12}0*))?$/;

/** Converts a value that isAmount or isSignedDecimal accepts, without loss. */
export function toAmount(value: string | number): Amount {
  return new Amount(shortestText(value));
}

/** Formats an amount or quantity as the API returns it: with six decimal places. */
export function formatAmount(amount: { toFixed(places: number): string }): string {
  return amount.toFixed(6);
}

/** Formats a price: with at least six decimal places, and up to twelve if it has them. */
export function formatPrice(price: { toFixed(): string; toFixed(places: number): string }): string {
  const [, fraction = ""] = price.toFixed().split(".");
  return price.toFixed(Math.min(Math.max(fraction.length, 6), 12));
}

/** Converts USDC to token units, which have six decimals: 12.5 is 12500000n. */
export function toTokenUnits(amount: { toFixed(places: number): string }): bigint {
  return BigInt(amount.toFixed(6).replace(".", ""));
}

/** Converts token units to USDC: 12500000n is 12.5. */
export function fromTokenUnits(units: bigint): Amount {
  return new Amount(String(units)).div(1_000_000);
}

/** Token units as USDC in text with six decimal places, of any sign: -12500000n is -12.500000. */
export function textOfUnits(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(7, "0");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

/** Converts a text with six decimal places, as Postgres writes it, to token units. */
export function unitsOfText(text: string): bigint {
  return BigInt(text.replace(".", ""));
}

function shortestText(value: string | number): string {
  return Object.is(value, -0) ? "0" : String(value);
}

/** The smaller of two amounts in token units. */
export const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

export const larger = (one: bigint, other: bigint): bigint => (one < other ? other : one);
