import { limits, type Measure } from "./component.ts";
import { Exact, isDecimal, zero } from "./decimals.ts";
import { RatingError } from "./rating-error.ts";

/** The usage of a period whose event keys begin with a prefix, added up. */
export interface PrefixUsage {
  /** The part of the event key before the first `:`. */
  readonly prefix: string;
  /** The sum of the quantities: a decimal string with up to six decimal places. */
  readonly quantity: string;
  /** How many events. Default 1. */
  readonly count?: number | undefined;
  /** The largest quantity. Default: `quantity`. */
  readonly max?: string | undefined;
  /** The quantity of the event that occurred last. Default: `quantity`. */
  readonly last?: string | undefined;
}

/** A sum of many events may have more digits than one event. */
const sumText = /^\d{1,30}(?:\.\d{1,6})?$/;

/**
 * Measures the usage that a component prices.
 *
 * @param usage in the order of each prefix's last event, so that the last entry has the last event of all
 * @param prefix undefined: all usage
 * @throws RatingError for an invalid decimal
 */
export function measured(
  usage: readonly PrefixUsage[],
  prefix: string | undefined,
  measure: Measure,
): Exact {
  const priced = usage.filter((one) => prefix === undefined || one.prefix === prefix);
  const values = priced.map((one) => measureOf(one, measure));
  switch (measure) {
    case "SUM":
    case "COUNT":
      return values.reduce((sum, value) => sum.plus(value), zero);
    case "MAX":
      return values.reduce((most, value) => Exact.max(most, value), zero);
    case "LAST":
      return values.at(-1) ?? zero;
  }
}

function measureOf(
  { prefix, quantity, count = 1, max, last }: PrefixUsage,
  measure: Measure,
): Exact {
  if (measure === "COUNT") {
    if (!Number.isSafeInteger(count) || count < 0) {
      throw new RatingError(`The count of ${prefix} must be a whole number.`);
    }
    return new Exact(count);
  }
  const text = { SUM: quantity, MAX: max ?? quantity, LAST: last ?? quantity }[measure];
  const isValid = measure === "SUM" ? sumText.test(text) : isDecimal(text, limits.places);
  if (!isValid) {
    throw new RatingError(
      `The usage of ${prefix} must be a non-negative decimal with at most six decimal places.`,
    );
  }
  return new Exact(text);
}
