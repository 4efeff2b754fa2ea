import { amountText, quantityText } from "./money.ts";

/** What a limit counts, as the service's API has it. Decimals are strings. */
export interface LimitTerms {
  readonly measure: "quantity" | "charge" | "count";
  readonly max: string;
  readonly window: "hour" | "day" | "period" | "rolling" | "ever";
  readonly timeZone: string | null;
  readonly seconds: number | null;
  readonly keyPrefix: string | null;
}

const units: Readonly<Record<LimitTerms["measure"], readonly [one: string, many: string]>> = {
  quantity: ["unit", "units"],
  count: ["event", "events"],
  charge: ["USDC", "USDC"],
};

const measuredText = (measure: LimitTerms["measure"], value: string) =>
  measure === "charge" ? amountText(value) : quantityText(value);

function windowText({ window, timeZone, seconds }: LimitTerms): string {
  switch (window) {
    case "hour":
      return "an hour";
    case "day":
      return `a day (${timeZone})`;
    case "period":
      return "a billing period";
    case "rolling":
      return `in the last ${seconds?.toLocaleString("en")} s`;
    case "ever":
      return "ever";
  }
}

/** @returns `1,000 units a day (UTC)`, `5.00 USDC a billing period, only for tokens` */
export function limitText(limit: LimitTerms): string {
  const { keyPrefix } = limit;
  const only = keyPrefix === null ? "" : `, only for ${keyPrefix}`;
  return `${maxText(limit)} ${windowText(limit)}${only}`;
}

/** @returns `1,000 units` */
function maxText({ measure, max }: LimitTerms): string {
  const text = measuredText(measure, max);
  const [one, many] = units[measure];
  return `${text} ${text === "1" ? one : many}`;
}

/** @returns `800 of 1,000 units used` */
export const usedText = (limit: LimitTerms, used: string) =>
  `${measuredText(limit.measure, used)} of ${maxText(limit)} used`;
