import * as fc from "fast-check";
import type { Component, Measure, Tier } from "../src/component.ts";
import type { PrefixUsage } from "../src/usage.ts";

/* Rate cards and usage for property tests. Small numbers are frequent, so that usage meets the ends of tiers. */

const decimal = (maxUnits: bigint, places: number) =>
  fc.bigInt({ min: 0n, max: maxUnits * 10n ** BigInt(places) }).map((units) => {
    const digits = units.toString().padStart(places + 1, "0");
    return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  });

const whole = fc.integer({ min: 0, max: 12 }).map(String);
const amount = fc.oneof(whole, decimal(20n, 6), decimal(10n ** 9n, 6));
const price = fc.oneof(whole, decimal(1n, 12), decimal(10n ** 3n, 12));
const quantity = fc.oneof(whole, decimal(20n, 6), decimal(10n ** 7n, 6));

const prefixes = ["reads", "writes", "seats"] as const;
const prefix = fc.constantFrom(...prefixes);
const measure = fc.constantFrom<Measure>("SUM", "COUNT", "MAX", "LAST");

const metered = {
  description: fc.constant("Usage"),
  prefix: fc.option(prefix, { nil: undefined }),
  measure: fc.option(measure, { nil: undefined }),
  included: fc.option(quantity, { nil: undefined, freq: 3 }),
  minimum: fc.option(amount, { nil: undefined, freq: 3 }),
};

const tiers: fc.Arbitrary<Tier[]> = fc
  .tuple(
    fc.uniqueArray(
      fc.oneof(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 10 ** 9 })),
      {
        maxLength: 4,
      },
    ),
    fc.array(fc.record({ unitAmount: price, flatAmount: fc.option(amount, { nil: undefined }) }), {
      minLength: 5,
      maxLength: 5,
    }),
  )
  .map(([ends, prices]) => {
    const halves = ends.toSorted((a, b) => a - b).map((end) => (end % 2 ? `${end}.5` : `${end}`));
    return [...halves, null].map((upTo, place) => {
      const { unitAmount = "0", flatAmount } = prices[place] ?? {};
      return { upTo, unitAmount, flatAmount };
    });
  });

const usual: fc.Arbitrary<Component> = fc.oneof(
  fc.record({ type: fc.constant("FLAT" as const), description: fc.constant("Fee"), amount }),
  fc.record({ type: fc.constant("PER_UNIT" as const), ...metered, unitAmount: price }),
  fc.record({ type: fc.constant("PERCENTAGE" as const), ...metered, percent: price }),
  fc.record({
    type: fc.constant("PACKAGE" as const),
    ...metered,
    packageSize: fc.oneof(
      fc.integer({ min: 1, max: 7 }).map(String),
      fc.constantFrom("0.000001", "0.3", "1000"),
    ),
    packageAmount: price,
  }),
  fc.record({ type: fc.constantFrom("GRADUATED" as const, "VOLUME" as const), ...metered, tiers }),
);

export const cards: fc.Arbitrary<Component[]> = fc
  .tuple(fc.array(usual, { minLength: 1, maxLength: 5 }), fc.option(amount))
  .map(([components, minimum]) =>
    minimum === null
      ? components
      : [...components, { type: "MINIMUM", description: "Minimum", amount: minimum }],
  );

export const perUnit = fc.record({
  type: fc.constant("PER_UNIT" as const),
  description: fc.constant("Usage"),
  unitAmount: price,
});

export const usages: fc.Arbitrary<PrefixUsage[]> = fc.uniqueArray(
  fc.record({
    prefix,
    quantity,
    count: fc.option(fc.nat(1_000_000), { nil: undefined }),
    max: fc.option(quantity, { nil: undefined }),
    last: fc.option(quantity, { nil: undefined }),
  }),
  { selector: (one) => one.prefix, maxLength: prefixes.length },
);
