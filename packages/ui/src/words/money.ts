/*
 * Amounts are decimal strings with at most six places, as the API has them. They are never numbers:
 * what is shown, compared or multiplied is exactly what is paid.
 */

const places = 6;
const scale = 10n ** BigInt(places);

/** What a person may type: at most 18 digits and six places, as the API takes it. */
const typed = /^\d{1,18}(?:\.\d{1,6})?$/;

/** @returns `1,234.50`: no trailing zeros, but two places at least */
export function amountText(amount: string): string {
  const isNegative = amount.startsWith("-");
  const [whole = "", fraction = ""] = (isNegative ? amount.slice(1) : amount).split(".");
  const digits = withoutLastZeros(fraction).padEnd(2, "0");
  const text = `${BigInt(whole).toLocaleString("en")}.${digits}`;
  return isNegative ? `-${text}` : text;
}

/** @returns `1,234.5`: no trailing zeros */
export function quantityText(quantity: string): string {
  const [whole = "", fraction = ""] = amountText(quantity).split(".");
  const digits = withoutLastZeros(fraction);
  return digits === "" ? whole : `${whole}.${digits}`;
}

function withoutLastZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}

/** As amountText, without what separates thousands: for a field. */
export const fieldText = (amount: string) => amountText(amount).replaceAll(",", "");

/** @returns the amount as the API takes it, or null for what is none */
export function readAmount(text: string): string | null {
  const trimmed = text.trim();
  return typed.test(trimmed) ? fromUnits(toUnits(trimmed)) : null;
}

export function multiply(amount: string, times: number): string {
  return fromUnits(toUnits(amount) * BigInt(times));
}

/** @returns so many parts of an amount that is divided into parts, rounded down to six places */
export const portion = (amount: string, parts: number, of: number) =>
  fromUnits((toUnits(amount) * BigInt(parts)) / BigInt(of));

/** @returns how much one amount is of another, from 0 to 1; 0 of none */
export function shareOf(part: string, whole: string): number {
  const units = toUnits(whole);
  return units === 0n ? 0 : Number((toUnits(part) * 10_000n) / units) / 10_000;
}

/** @returns `+12 %`, how much more or less it is than before, rounded to a whole percent, or `×15` from ten times on; null if there was nothing before */
export function changeText(now: string, before: string): string | null {
  const [is, was] = [toUnits(now), toUnits(before)];
  if (was === 0n) return null;
  if (is >= was * 10n) return `×${is / was}`;
  const thousandths = ((is - was) * 1_000n) / was;
  const percent = (thousandths + (thousandths < 0n ? -5n : 5n)) / 10n;
  return `${percent > 0n ? "+" : ""}${percent} %`;
}

export const sum = (amounts: readonly string[]) =>
  fromUnits(amounts.reduce((total, amount) => total + toUnits(amount), 0n));

/** @returns how much more the first is than the second; 0 where it is less */
export function difference(one: string, other: string): string {
  const units = toUnits(one) - toUnits(other);
  return fromUnits(units < 0n ? 0n : units);
}

export const isEqual = (one: string, other: string) => toUnits(one) === toUnits(other);

export const isZero = (amount: string) => toUnits(amount) === 0n;

export const isLess = (one: string, other: string) => toUnits(one) < toUnits(other);

function toUnits(amount: string): bigint {
  const [whole = "", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(places, "0"));
}

function fromUnits(units: bigint): string {
  return `${units / scale}.${String(units % scale).padStart(places, "0")}`;
}
