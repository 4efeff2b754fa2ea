/*
 * Amounts are decimal strings with at most six places, as the API has them. They are never numbers:
 * what is shown, compared or multiplied is exactly what is paid.
 */

const places = 6;
const scale = 10n ** BigInt(places);

/** As the API takes it: at most 18 digits and six places. */
const accepted = /^\d{1,18}(?:\.\d{1,6})?$/;

/** @returns `1,234.50`: no trailing zeros, but two places at least */
export function amountText(amount: string): string {
  const isNegative = amount.startsWith("-");
  const [whole = "", fraction = ""] = (isNegative ? amount.slice(1) : amount).split(".");
  const digits = withoutLastZeros(fraction).padEnd(2, "0");
  const text = `${BigInt(whole).toLocaleString("en")}.${digits}`;
  return isNegative ? `-${text}` : text;
}

/** @returns `1,234.57`: rounded to two places, half up. Use it only beside the exact amount. */
export function centsText(amount: string): string {
  const isNegative = amount.startsWith("-");
  const cent = scale / 100n;
  const cents = (toUnits(isNegative ? amount.slice(1) : amount) + cent / 2n) / cent;
  const text = amountText(fromUnits(cents * cent));
  return isNegative && cents > 0n ? `-${text}` : text;
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

/** What a person has typed as a number. */
type TypedNumber =
  | { readonly number: string }
  /** It is ambiguous: the person has to say which of two numbers it is. */
  | { readonly either: readonly [large: string, small: string] };

const plain = /^(\d+)(?:([.,])(\d+))?$/;
/** Groups of three digits, with another mark before the decimals. */
const grouped = /^(\d{1,3}([.,' ])\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d+))?$/;

/**
 * Reads a number as people type it: `12.50`, `12,50`, `1,234.50`, `1.234,50`, `1 234,50`, `1’234.50`, also with the digits
 * of other scripts.
 *
 * @param mark the decimal mark of the visitor's language
 * @returns the number with a point before its decimals; null if the text is not a number
 */
export function readNumber(text: string, mark = ownMark()): TypedNumber | null {
  const typed = withUsualMarks(text.trim());
  const [isPlain, whole = "", given, decimals] = plain.exec(typed) ?? [];
  const [isGrouped, groups = "", , rest] = grouped.exec(typed) ?? [];
  const small = numberOf(whole, decimals);
  const large = numberOf(groups.replace(/\D/g, ""), rest);
  if (isPlain === undefined) return isGrouped === undefined ? null : { number: large };
  // `1,234` is more than a thousand to some people, and little more than one to others.
  const isEither =
    isGrouped !== undefined && !whole.startsWith("0") && (given === "," || mark === ",");
  return isEither ? { either: [large, small] } : { number: small };
}

const numberOf = (whole: string, decimals: string | undefined) =>
  decimals === undefined ? whole : `${whole}.${decimals}`;

/** A point where the browser names its language as nobody else does: `en-US@posix`. */
function ownMark(): string {
  try {
    const parts = new Intl.NumberFormat(navigator.language).formatToParts(0.5);
    return parts.find(({ type }) => type === "decimal")?.value ?? ".";
  } catch {
    return ".";
  }
}

/** The zero of each script that keyboards have digits of: full-width, Arabic, Persian, Devanagari and Bengali. */
const zeros = ["\uff10", "\u0660", "\u06f0", "\u0966", "\u09e6"].map((zero) => zero.charCodeAt(0));

/** The same text with the digits 0 to 9, and with one form of each mark. */
const withUsualMarks = (text: string): string =>
  text
    .replace(/[^\0-\x7f]/g, (character) => {
      const code = character.charCodeAt(0);
      const zero = zeros.find((one) => code >= one && code <= one + 9);
      return zero === undefined ? character : String(code - zero);
    })
    .replace(/\uff0e/g, ".")
    .replace(/[\uff0c\u066b]/g, ",")
    .replace(/[\u2019\u066c\uff07]/g, "'")
    .replace(/[\u00a0\u2009\u202f]/g, " ");

/** @returns the amount as the API takes it; null if the text is not an amount or is ambiguous */
export function readAmount(text: string): string | null {
  const read = readNumber(text);
  return read !== null && "number" in read && accepted.test(read.number)
    ? fromUnits(toUnits(read.number))
    : null;
}

/** The two numbers that ambiguous text can mean, each as text with one meaning; null if the text is not ambiguous. */
export function readingsOf(text: string): readonly [large: string, small: string] | null {
  const read = readNumber(text);
  if (read === null || "number" in read) return null;
  const [large, small] = read.either;
  return [large, `${small}0`];
}

/** Normalizes a typed number. Other text is returned as typed: the service reports what is wrong with it. */
export function typedNumber(text: string): string {
  const read = readNumber(text);
  return read !== null && "number" in read ? read.number : text;
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

export function toUnits(amount: string): bigint {
  const [whole = "", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(places, "0"));
}

export function fromUnits(units: bigint): string {
  return `${units / scale}.${String(units % scale).padStart(places, "0")}`;
}
