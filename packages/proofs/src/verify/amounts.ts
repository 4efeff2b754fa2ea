import { fromMillionths, toMillionths } from "../decimals.ts";
import { ProofError } from "../fields.ts";

/* Amounts of a bill that may have come from anywhere, in millionths. */

const form = /^-?(?:0|[1-9]\d{0,31})\.\d{6}$/;

/** @throws ProofError for what is no decimal with six places */
export function units(value: unknown): bigint {
  if (typeof value === "string" && form.test(value)) return toMillionths(value);
  throw new ProofError(`${JSON.stringify(value)} must be a decimal with six decimal places.`);
}

export const sum = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((total, amount) => total + amount, 0n);

/** With six decimal places. */
export const decimalText = (amount: bigint): string =>
  amount < 0n ? `-${fromMillionths(-amount)}` : fromMillionths(amount);

/** @returns `1,234.50 USDC`: no trailing zeros, but two places at least */
export const usdc = (amount: bigint): string =>
  `${grouped(amount).replace(/(\.\d\d\d*?)0+$/, "$1")} USDC`;

/** @returns `1,234.5`: no trailing zeros */
export const shortText = (amount: bigint): string => grouped(amount).replace(/\.?0+$/, "");

const grouped = (amount: bigint): string =>
  decimalText(amount).replace(/^-?\d+/, (whole) => BigInt(whole).toLocaleString("en"));
