import { amountText, quantityText } from "./money.ts";

/** What an alert watches, as the service's API has it. Decimals are strings. */
export interface AlertTerms {
  readonly on: "usage" | "spend" | "balance" | "cap" | "forecast";
  readonly levels: readonly string[];
  readonly keyPrefix: string | null;
}

const watched: Readonly<Record<AlertTerms["on"], string>> = {
  usage: "Usage of a billing period",
  spend: "Spent in a billing period",
  balance: "Left of the balance",
  cap: "Left of the spending limit",
  forecast: "Expected cost of the billing period",
};

/** @returns `Usage of a billing period, only tokens` */
export const watchedText = ({ on, keyPrefix }: AlertTerms) =>
  `${watched[on]}${keyPrefix === null ? "" : `, only ${keyPrefix}`}`;

/** @returns `1,000 units`, `5.00 USDC` */
export function levelText(on: AlertTerms["on"], value: string): string {
  if (on !== "usage") return `${amountText(value)} USDC`;
  const text = quantityText(value);
  return `${text} ${text === "1" ? "unit" : "units"}`;
}

const falls = (on: AlertTerms["on"]) => on === "balance" || on === "cap";

/** @param levels in ascending order @returns `at 800 units or 1,000 units`, `below 5.00 USDC or 1.00 USDC` */
export function levelsText(on: AlertTerms["on"], levels: readonly string[]): string {
  // The first level that a falling value crosses is the highest.
  const inOrder = falls(on) ? levels.toReversed() : levels;
  return `${falls(on) ? "below" : "at"} ${inOrder.map((level) => levelText(on, level)).join(" or ")}`;
}

/** @param crossed in ascending order, at least one @returns `It has reached 1,000 units.`, `It is below 1.00 USDC.` */
export function crossedText(on: AlertTerms["on"], crossed: readonly string[]): string {
  const last = levelText(on, crossed.at(falls(on) ? 0 : -1) ?? "");
  return falls(on) ? `It is below ${last}.` : `It has reached ${last}.`;
}
