import type { RefusalTerms } from "../../kit/refusal.ts";
import { publicRefusal } from "../../operation/errors.ts";

/**
 * How many numbers of a body may be compared digit by digit, which costs more than parsing them. A usage event has
 * about 200 bytes and one number.
 */
const compared = { always: 16, bytesForOneMore: 160 };

export const tooManyLongNumbers: RefusalTerms = {
  kind: "invalid",
  code: "too_many_long_numbers",
  message: `Request body must have at most ${compared.always} numbers of more than 15 digits, and one more for every ${compared.bytesForOneMore} bytes.`,
  meaning: "The body has many numbers with so many digits that each must be checked for exactness.",
  remedy: "Send amounts and quantities as strings.",
};

/** In the range of normal doubles, every decimal with at most this many digits is the shortest one of its double. */
export const maxPlainDigits = 15;
const alwaysExact = { digits: maxPlainDigits, leastScale: -306, greatestScale: 308 };
/** A number with this many digits, or below or above these scales, is never exact. Doubles: 5e-324 to 1.8e308. */
const neverExact = { digits: 18, belowScale: -323, aboveScale: 309 };
/** Exponents stop growing near this value: beyond every valid scale for any body, and a small integer in V8. */
const endlessExponent = 1e8;

/** A number as 0.d₁d₂… × 10^scale. Its first and last digits are not zero. */
interface Significant {
  readonly bytes: Uint8Array;
  /** Index of the first digit. A decimal point may be between the digits. */
  readonly first: number;
  readonly digits: number;
  readonly scale: number;
}

const zero = 0x30;
const nine = 0x39;
export const point = 0x2e;
const plus = 0x2b;
const minus = 0x2d;
const blank = 0x20;

/**
 * JSON.parse reads numbers as doubles, and input amounts must never be rounded: 9007199254740993 would become …992,
 * and 1e-400 would become 0. A number is exact when it is the shortest decimal of its double. Other numbers are
 * overwritten with 1e999 and blanks. That parses to Infinity, which every field refuses with an error that asks for a
 * string. Only valid JSON numbers are overwritten, so malformed JSON stays malformed.
 */
export class NumberCheck {
  readonly #bytes: Uint8Array;
  /** How many more numbers may be compared. */
  #left: number;
  /** The body as Latin-1, one character per byte. Decoded when the first number is compared. */
  #text: string | null = null;

  /** @param bytes JSON; inexact numbers in it are overwritten */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#left = compared.always + Math.floor(bytes.byteLength / compared.bytesForOneMore);
  }

  /**
   * Reads `(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?` in linear time. It is one function without objects, because a body has
   * many numbers, and calls for their parts would cost more than parsing them.
   *
   * @param begin index of a digit outside of strings
   * @returns the index after the number
   * @throws PublicError 400 when too many numbers need a comparison
   */
  check(begin: number): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    const endOfWhole = endOfDigits(bytes, begin);
    if (bytes[begin] === zero && endOfWhole > begin + 1) return endOfWhole; // not JSON
    const isFraction = byteAt(bytes, endOfWhole) === point && isDigit(bytes, endOfWhole + 1);
    let end = isFraction ? endOfDigits(bytes, endOfWhole + 1) : endOfWhole;
    let first = begin;
    if (bytes[first] === zero) first = isFraction ? endOfZeros(bytes, endOfWhole + 1, end) : end;
    let last = end;
    if (bytes[last - 1] === zero) {
      last = beginOfZeros(bytes, first, end);
      if (last === endOfWhole + 1 && isFraction) last = beginOfZeros(bytes, first, endOfWhole);
    }
    const isAcrossPoint = first < endOfWhole && last > endOfWhole;
    const digits = last - first - (isAcrossPoint ? 1 : 0);
    // Zeros between the point and the first digit reduce the scale.
    let scale = first < endOfWhole ? endOfWhole - first : endOfWhole + 1 - first;
    if (isExponentMark(byteAt(bytes, end))) {
      const sign = byteAt(bytes, end + 1);
      const at = sign === plus || sign === minus ? end + 2 : end + 1;
      if (isDigit(bytes, at)) {
        let exponent = 0;
        for (end = at; end < length; end += 1) {
          const byte = bytes[end] ?? 0;
          if (byte < zero || byte > nine) break;
          if (exponent < endlessExponent) exponent = exponent * 10 + byte - zero;
        }
        scale += sign === minus ? -exponent : exponent;
      }
    }
    if (digits === 0) return end;
    const isNormal = scale >= alwaysExact.leastScale && scale <= alwaysExact.greatestScale;
    if (digits <= alwaysExact.digits && isNormal) return end;
    const { belowScale, aboveScale } = neverExact;
    const isFar = digits >= neverExact.digits || scale < belowScale || scale > aboveScale;
    const isExact = !isFar && isShortest(this.#write(begin, end), { bytes, first, digits, scale });
    if (!isExact) overwrite(bytes, begin, end);
    return end;
  }

  /** @returns the shortest decimal of the number's double, as JavaScript writes it: `d.ddde±x` */
  #write(begin: number, end: number): string {
    this.#left -= 1;
    if (this.#left < 0) throw publicRefusal(tooManyLongNumbers);
    this.#text ??= latin1(this.#bytes);
    return Number(this.#text.slice(begin, end)).toExponential();
  }
}

/** @returns the index after the digits that start at `begin` */
function endOfDigits(bytes: Uint8Array, begin: number): number {
  const { length } = bytes;
  for (let at = begin; at < length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < zero || byte > nine) return at;
  }
  return length;
}

/**
 * @param begin index of a digit outside of strings
 * @returns the index after the number, if it has no exponent and so few digits that a double is exact; otherwise 0
 */
export function endOfPlain(bytes: Uint8Array, begin: number): number {
  const { length } = bytes;
  const limit = begin + alwaysExact.digits;
  let isFraction = false;
  let at = begin + 1;
  for (; at < length && at <= limit; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= zero && byte <= nine) continue;
    if (isExponentMark(byte)) return 0;
    if (byte !== point || isFraction) break;
    isFraction = true;
  }
  return at <= limit ? at : 0;
}

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");

const byteAt = (bytes: Uint8Array, at: number): number =>
  at < bytes.length ? (bytes[at] ?? 0) : 0;

export const isExponentMark = (byte: number): boolean => byte === 0x65 || byte === 0x45;

function isDigit(bytes: Uint8Array, at: number): boolean {
  const byte = byteAt(bytes, at);
  return byte >= zero && byte <= nine;
}

function endOfZeros(bytes: Uint8Array, begin: number, end: number): number {
  let at = begin;
  while (at < end && bytes[at] === zero) at += 1;
  return at;
}

function beginOfZeros(bytes: Uint8Array, begin: number, end: number): number {
  let at = end;
  while (at > begin && bytes[at - 1] === zero) at -= 1;
  return at;
}

/** Overwrites a number with 1e999, which is as long as the shortest inexact number, 2e308. */
function overwrite(bytes: Uint8Array, begin: number, end: number): void {
  bytes[begin] = 0x31;
  bytes[begin + 1] = 0x65;
  bytes[begin + 2] = nine;
  bytes[begin + 3] = nine;
  bytes[begin + 4] = nine;
  const rest = begin + 5;
  if (end - rest > 32) bytes.fill(blank, rest, end);
  else for (let at = rest; at < end; at += 1) bytes[at] = blank;
}

/** Whether a number is the shortest decimal of its double. @param written that shortest decimal: `d.ddde±x` */
function isShortest(written: string, { bytes, first, digits, scale }: Significant): boolean {
  const mark = digits === 1 ? 1 : digits + 1;
  if (!isExponentMark(written.charCodeAt(mark))) return false;
  let exponent = 0;
  for (let at = mark + 2; at < written.length; at += 1) {
    exponent = exponent * 10 + written.charCodeAt(at) - zero;
  }
  if ((written.charCodeAt(mark + 1) === minus ? -exponent : exponent) !== scale - 1) return false;
  let at = first;
  for (let index = 0; index < mark; index += 1) {
    if (index === 1) continue; // the decimal point
    if (bytes[at] === point) at += 1;
    if (bytes[at] !== written.charCodeAt(index)) return false;
    at += 1;
  }
  return true;
}
