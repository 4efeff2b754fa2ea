import { isLess } from "./money.ts";

/** @returns the highest of some amounts; 0 of none */
export const highest = (amounts: readonly string[]) =>
  amounts.reduce((most, one) => (isLess(most, one) ? one : most), "0");
