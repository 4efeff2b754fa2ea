import { fromMillionths, toMillionths } from "../decimals.ts";

/* Amounts of a bill, in millionths. */

/** @param amount in its form */
export const units = (amount: string): bigint => {
  const isNegative = amount.startsWith("-");
  const size = toMillionths(isNegative ? amount.slice(1) : amount);
  return isNegative ? -size : size;
};

export const sum = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((total, amount) => total + amount, 0n);

/** With six decimal places. */
export const decimalText = (amount: bigint): string =>
  amount < 0n ? `-${fromMillionths(-amount)}` : fromMillionths(amount);

/** @returns `1,234.50 USDC`: no trailing zeros, but two places at least */
export function usdc(amount: bigint): string {
  const [whole = "", fraction = ""] = grouped(amount).split(".");
  return `${whole}.${withoutLastZeros(fraction).padEnd(2, "0")} USDC`;
}

/** @returns `1,234.5`: no trailing zeros */
export const shortText = (amount: bigint): string => plain(grouped(amount));

/** A decimal without the zeros at its end. */
export function plain(decimal: string): string {
  const [whole = "", fraction = ""] = decimal.split(".");
  const digits = withoutLastZeros(fraction);
  return digits === "" ? whole : `${whole}.${digits}`;
}

function withoutLastZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}

const grouped = (amount: bigint): string =>
  decimalText(amount).replace(/\d+/, (whole) => BigInt(whole).toLocaleString("en"));
