import type { RefusalTerms } from "../../lib/refusal.ts";
import { publicRefusal } from "../../operation/errors.ts";

/**
 * How many numbers of a body are compared digit by digit, which costs more than to parse them. A usage event takes 200 bytes
 * and has one number.
 */
const compared = { always: 16, bytesForOneMore: 128 };

export const tooManyLongNumbers: RefusalTerms = {
  kind: "invalid",
  message: `Request body must have at most ${compared.always} numbers of more than 15 digits, and one more for every ${compared.bytesForOneMore} bytes.`,
};

/** Every decimal of so many digits is the shortest one of its double, in the range of normal doubles. */
const alwaysExact = { digits: 15, leastScale: -306, greatestScale: 308 };
/** No double needs more digits than this, and none is smaller or greater: 5e-324, 1.8e308. */
const neverExact = { digits: 18, belowScale: -323, aboveScale: 309 };
/** Far beyond every scale, and still a whole number after any digit that is added to it. */
const endlessExponent = 1e12;

const zero = 0x30;
const point = 0x2e;
const minus = 0x2d;
const blank = 0x20;
const inexact = [..."1e999"].map((char) => char.charCodeAt(0));

/**
 * JSON.parse reads numbers as doubles, and money must never be rounded on its way in: 9007199254740993
 * would come out as …992, and 1e-400 as 0. A number is exact when it is the shortest decimal of its double. Others
 * are overwritten by 1e999 and blanks, which parses to Infinity, which every field refuses; the caller is told to
 * send such a value as a text. Only what JSON calls a number is one, so malformed JSON stays malformed.
 */
export class NumberCheck {
  readonly #bytes: Uint8Array;
  readonly #text: Buffer;
  /** How many more may be compared. */
  #left: number;
  // Of the number that is looked at, 0.d₁d₂… × 10^scale, where d₁ is not zero. As fields, since a body has many.
  #end = 0;
  #scale = 0;
  /** How many there are from the first that is not zero to the last that is not. */
  #digits = 0;

  /** @param bytes of JSON, in which inexact numbers are overwritten */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#left = compared.always + Math.floor(bytes.byteLength / compared.bytesForOneMore);
  }

  /**
   * @param begin where a digit is, outside of texts. @param endOfWhole where its digits end
   * @returns where the number ends
   * @throws PublicError 400 at the number that is one too many to compare
   */
  check(begin: number, endOfWhole: number): number {
    const bytes = this.#bytes;
    if (bytes[begin] === zero && endOfWhole > begin + 1) return endOfWhole; // not JSON
    this.#read(begin, endOfWhole);
    if (!this.#isExact(begin)) overwrite(bytes, begin, this.#end);
    return this.#end;
  }

  /** Reads `(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?`, in time that is linear in its length. */
  #read(begin: number, endOfWhole: number): void {
    const bytes = this.#bytes;
    const isFraction = bytes[endOfWhole] === point && isDigit(bytes, endOfWhole + 1);
    let end = isFraction ? endOfDigits(bytes, endOfWhole + 1) : endOfWhole;
    let first = endOfZeros(bytes, begin, end);
    if (first === endOfWhole && isFraction) first = endOfZeros(bytes, first + 1, end);
    let last = beginOfZeros(bytes, first, end);
    if (last === endOfWhole + 1 && isFraction) last = beginOfZeros(bytes, first, endOfWhole);
    const isAcrossPoint = first < endOfWhole && last > endOfWhole;
    this.#digits = last - first - (isAcrossPoint ? 1 : 0);
    // Zeros between the point and the first digit move it to the left.
    this.#scale = first < endOfWhole ? endOfWhole - first : endOfWhole + 1 - first;
    if (bytes[end] === 0x65 || bytes[end] === 0x45) {
      const sign = bytes[end + 1];
      const at = sign === 0x2b || sign === minus ? end + 2 : end + 1;
      if (isDigit(bytes, at)) {
        end = endOfDigits(bytes, at);
        const exponent = readExponent(bytes, at, end);
        this.#scale += sign === minus ? -exponent : exponent;
      }
    }
    this.#end = end;
  }

  #isExact(begin: number): boolean {
    const scale = this.#scale;
    const digits = this.#digits;
    if (digits === 0) return true;
    const { leastScale, greatestScale } = alwaysExact;
    const isNormal = scale >= leastScale && scale <= greatestScale;
    if (digits <= alwaysExact.digits && isNormal) return true;
    const { belowScale, aboveScale } = neverExact;
    if (digits >= neverExact.digits || scale < belowScale || scale > aboveScale) return false;
    this.#left -= 1;
    if (this.#left < 0) throw publicRefusal(tooManyLongNumbers);
    return isShortest(this.#text.toString("latin1", begin, this.#end), digits, scale);
  }
}

function readExponent(bytes: Uint8Array, begin: number, end: number): number {
  let exponent = 0;
  for (let at = begin; at < end && exponent < endlessExponent; at += 1) {
    exponent = exponent * 10 + (bytes[at] ?? zero) - zero;
  }
  return exponent;
}

/** @returns where digits end that begin there */
export function endOfDigits(bytes: Uint8Array, begin: number): number {
  const { length } = bytes;
  for (let at = begin; at < length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < zero || byte > 0x39) return at;
  }
  return length;
}

/** Whether a number ends there that has only digits, so few that a double holds them exactly. */
export function isShortWhole(bytes: Uint8Array, begin: number, end: number): boolean {
  if (end - begin > alwaysExact.digits) return false;
  const next = end < bytes.length ? bytes[end] : 0;
  return next !== point && next !== 0x65 && next !== 0x45;
}

function isDigit(bytes: Uint8Array, at: number): boolean {
  if (at >= bytes.length) return false;
  const byte = bytes[at] ?? 0;
  return byte >= zero && byte <= 0x39;
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

/** By 1e999, which is as long as the shortest inexact number, 2e308. */
function overwrite(bytes: Uint8Array, begin: number, end: number): void {
  const rest = begin + inexact.length;
  for (let at = begin; at < rest; at += 1) bytes[at] = inexact[at - begin] ?? 0;
  if (end - rest > 32) bytes.fill(blank, rest, end);
  else for (let at = rest; at < end; at += 1) bytes[at] = blank;
}

/** Whether a number's digits are those that JavaScript itself writes of its double. */
function isShortest(numeral: string, digits: number, scale: number): boolean {
  // `d.ddde±x`, of as many digits as it takes to tell the double from all others.
  const written = Number(numeral).toExponential();
  const endOfDigits = digits === 1 ? 1 : digits + 1;
  if (written.charCodeAt(endOfDigits) !== 0x65) return false;
  if (Number(written.slice(endOfDigits + 1)) !== scale - 1) return false;
  let at = 0;
  while (numeral.charCodeAt(at) === zero || numeral.charCodeAt(at) === point) at += 1;
  for (let index = 0; index < endOfDigits; index += 1) {
    if (written.charCodeAt(index) === point) continue;
    if (numeral.charCodeAt(at) === point) at += 1;
    if (numeral.charCodeAt(at) !== written.charCodeAt(index)) return false;
    at += 1;
  }
  return true;
}
