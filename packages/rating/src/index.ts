export { type BillLine, billLines } from "./bill-lines.ts";
export { checkComponents } from "./check-components.ts";
export { checkUsage } from "./check-usage.ts";
export type { Component, Measure, Tier } from "./component.ts";
export { limits, measures, prefixesOf } from "./component.ts";
export { isDecimal, plainDecimal } from "./decimals.ts";
export { rateExample } from "./example.ts";
export type { RatedLine, RatedPart, Rating } from "./rate.ts";
export { rate } from "./rate.ts";
export { RatingError } from "./rating-error.ts";
export type { PrefixUsage } from "./usage.ts";
export {
  type UsagePricer,
  type UsageUnits,
  unitsOf,
  usagePricer,
  usageUnits,
} from "./usage-pricer.ts";
