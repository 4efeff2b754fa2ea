import * as fc from "fast-check";
import { expect, it } from "vitest";
import { cards, usages } from "../test/arbitrary-cards.ts";
import {
  type Component,
  type PrefixUsage,
  rate,
  unitsOf,
  usagePricer,
  usageUnits,
} from "./index.ts";

const costOf = (card: readonly Component[], usage: readonly PrefixUsage[]): bigint =>
  usagePricer(card)(usage.map(usageUnits));

it("costs what the metered lines cost without minimums, for generated cards and usage", () => {
  fc.assert(
    fc.property(cards, usages, (card, usage) => {
      const metered = card
        .filter(({ type }) => type !== "FLAT" && type !== "MINIMUM")
        .map((one): Component => ({ ...one, minimum: "0" }) as Component);
      const expected = metered.length === 0 ? "0.000000" : rate(metered, usage).amount;
      expect(costOf(card, usage)).toBe(unitsOf(expected, 6));
    }),
    { numRuns: 1_000 },
  );
});

it("rounds each line", () => {
  const priced = { type: "PER_UNIT", description: "A", unitAmount: "0.0000005" } as const;
  const card: Component[] = [
    { ...priced, prefix: "a", minimum: "7" },
    { type: "FLAT", description: "Fee", amount: "3" },
    { ...priced, description: "All" },
    { type: "MINIMUM", description: "At least", amount: "20" },
  ];
  const usage = [
    { prefix: "a", quantity: "3" },
    { prefix: "b", quantity: "2" },
  ];
  // 0.0000015 and 0.0000025, each rounded.
  expect(costOf(card, usage)).toBe(5n);
});
