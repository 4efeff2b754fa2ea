export { checkComponents } from "./check-components.ts";
export type { Component, Measure, Tier } from "./component.ts";
export { limits, measures } from "./component.ts";
export { isDecimal, plainDecimal } from "./decimals.ts";
export { rateExample } from "./example.ts";
export type { RatedLine, RatedPart, Rating } from "./rate.ts";
export { rate } from "./rate.ts";
export { RatingError } from "./rating-error.ts";
export type { PrefixUsage } from "./usage.ts";
