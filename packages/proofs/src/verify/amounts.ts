import { plainDecimal } from "@usance/rating";
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
  const [whole = "", fraction = ""] = shortText(amount).split(".");
  return `${whole}.${fraction.padEnd(2, "0")} USDC`;
}

/** @returns `1,234.5`: no trailing zeros */
export const shortText = (amount: bigint): string =>
  plainDecimal(decimalText(amount)).replace(/\d+/, (whole) => BigInt(whole).toLocaleString("en"));
