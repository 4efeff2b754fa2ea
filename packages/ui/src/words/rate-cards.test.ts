import { expect, test } from "vitest";
import { type CardComponent, measuredWords, offeredWords, priceWords } from "./rate-cards.ts";

const description = "Requests";

test("the prices of a component are in words", () => {
  for (const [component, words] of [
    [
      {
        type: "PER_UNIT",
        description,
        unitAmount: "0.000000000001",
        included: "1000",
        minimum: "5",
      },
      ["0.000000000001 USDC per unit", "1,000 units are included", "At least 5.00 USDC"],
    ],
    [
      {
        type: "GRADUATED",
        description,
        tiers: [
          { upTo: "1000", unitAmount: "0" },
          { upTo: null, unitAmount: "0.002", flatAmount: "5" },
        ],
      },
      ["Up to 1,000: free", "Above: 0.002 USDC per unit, and 5.00 USDC once"],
    ],
    [
      { type: "PACKAGE", description, packageSize: "1000", packageAmount: "0.5" },
      ["0.50 USDC per started block of 1,000 units"],
    ],
    [{ type: "PERCENTAGE", description, percent: "2.9" }, ["2.9 % of the amount"]],
    [{ type: "FLAT", description, amount: "20" }, ["20.00 USDC every period"]],
    [{ type: "MINIMUM", description, amount: "50" }, ["At least 50.00 USDC for the whole card"]],
  ] satisfies [CardComponent, string[]][]) {
    expect(priceWords(component)).toEqual(words);
  }
});

test("those who pay are told which price a unit has, and what counts as a unit", () => {
  const tiers = [{ upTo: null, unitAmount: "2" }];
  for (const [component, words] of [
    [{ type: "GRADUATED", description, tiers }, "Each unit at the price of its own tier"],
    [{ type: "VOLUME", description, tiers }, "All units at the price of the tier that they reach"],
    [
      { type: "PER_UNIT", description, unitAmount: "1", measure: "COUNT" },
      "Each event counts as one unit",
    ],
    [
      { type: "PER_UNIT", description, unitAmount: "1", measure: "MAX" },
      "The largest quantity of the period counts",
    ],
  ] satisfies [CardComponent, string][]) {
    expect(offeredWords(component).at(-1)).toBe(words);
  }
});

test("a component says what it measures", () => {
  const perUnit = { type: "PER_UNIT", description, unitAmount: "1" } as const;
  expect(measuredWords(perUnit)).toBe("Sum of quantities of all usage");
  expect(measuredWords({ ...perUnit, prefix: "requests", measure: "COUNT" })).toBe(
    "Number of events of requests",
  );
  expect(measuredWords({ type: "FLAT", description, amount: "1" })).toBeNull();
});
