import { Decimal } from "decimal.js";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { cards, perUnit, usages } from "../test/arbitrary-cards.ts";
import { addUpTo, isSame, multiplyTo, rateNaively } from "../test/naive-rating.ts";
import { rate } from "./index.ts";

const numRuns = 10_000;

it("generated cards and usage cost the same by two implementations, and parts add up to the whole", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(cards, usages, (components, usage) => {
      const { amount, lines } = rate(components, usage);
      const naive = rateNaively(components, usage);

      expect(lines.map((line) => line.amount)).toEqual(naive.lines.map((line) => line.amount));
      expect(amount).toBe(naive.amount);
      expect(
        addUpTo(
          lines.map((line) => line.amount),
          amount,
        ),
      ).toBe(true);
      for (const [place, { type, parts, exactAmount }] of lines.entries()) {
        const exact = naive.lines[place]?.exact;
        expect(exact !== undefined && isSame(exact, exactAmount)).toBe(true);
        expect(
          addUpTo(
            parts.map((part) => part.amount),
            exactAmount,
          ),
        ).toBe(true);
        for (const part of parts) {
          expect(multiplyTo(part.quantity, part.unitAmount, part.amount)).toBe(true);
        }
        if (exactAmount !== "0") seen.add(`${type} ${parts.length > 1}`);
      }
    }),
    { numRuns },
  );
  // A generator that never reached a kind of component would prove nothing about it.
  expect([...seen].sort()).toEqual([
    "FLAT false",
    "GRADUATED false",
    "GRADUATED true",
    "MINIMUM false",
    "PACKAGE false",
    "PACKAGE true",
    "PERCENTAGE false",
    "PERCENTAGE true",
    "PER_UNIT false",
    "PER_UNIT true",
    "VOLUME false",
    "VOLUME true",
  ]);
});

it("a price per unit costs the same for all usage as for its parts together, before rounding", () => {
  fc.assert(
    fc.property(perUnit, usages, (component, usage) => {
      const whole = rate([component], usage).lines[0]?.exactAmount ?? "";
      const parts = usage.map((one) => rate([component], [one]).lines[0]?.exactAmount ?? "");
      expect(addUpTo(parts, whole)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

it("does not depend on how the program has configured decimal.js", () => {
  const { precision } = Decimal;
  Decimal.set({ precision: 3 });
  try {
    const card = [
      { type: "PER_UNIT", description: "Usage", unitAmount: "0.000000000003" },
    ] as const;
    const usage = [{ prefix: "a", quantity: "123456789012345678.000001" }];
    expect(rate(card, usage).lines[0]?.exactAmount).toBe("370370.367037037034000003");
  } finally {
    Decimal.set({ precision });
  }
});

it("a quantity that is no decimal of six places is refused", () => {
  for (const { name, usage } of [
    { name: "a negative quantity", usage: { prefix: "a", quantity: "-1" } },
    { name: "a quantity with an exponent", usage: { prefix: "a", quantity: "1e3" } },
    { name: "a quantity with seven decimal places", usage: { prefix: "a", quantity: "0.0000001" } },
  ]) {
    const card = [{ type: "PER_UNIT", description: "Usage", unitAmount: "1" }] as const;
    expect(() => rate(card, [usage]), name).toThrow(
      "The usage of a must be a non-negative decimal with at most six decimal places.",
    );
  }
});

it("an amount that fits no invoice is refused", () => {
  const card = [{ type: "PER_UNIT", description: "Usage", unitAmount: "10" }] as const;
  expect(() => rate(card, [{ prefix: "a", quantity: "100000000000000000" }])).toThrow(
    "The amount has more than 18 digits before the decimal point.",
  );
});
