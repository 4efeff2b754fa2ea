import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cards, usages } from "../test/arbitrary-cards.ts";
import { billLines } from "./bill-lines.ts";
import type { Component } from "./component.ts";
import { Exact } from "./decimals.ts";
import { rate } from "./rate.ts";

const linesOf = (
  components: Component[],
  usage: Parameters<typeof rate>[1],
  { prepaid = "0", before = "0" } = {},
) => billLines(rate(components, usage).lines, prepaid, before);
const shown = (lines: ReturnType<typeof linesOf>) =>
  lines.map(
    (line) => `${line.description}: ${line.quantity} × ${line.unitAmount} = ${line.amount}`,
  );
const perUnit = (unitAmount: string) => ({
  type: "PER_UNIT" as const,
  description: "Tokens",
  prefix: "tokens",
  unitAmount,
});

describe("the lines of a bill", () => {
  it("show the units and the price of a component", () => {
    expect(shown(linesOf([perUnit("0.0005")], [{ prefix: "tokens", quantity: "6000" }]))).toEqual([
      "Tokens: 6000 × 0.0005 = 3.000000",
    ]);
  });

  it("show a very small price for a thousand or a million units, if there are so many", () => {
    const usage = [{ prefix: "tokens", quantity: "1500000" }];
    expect(shown(linesOf([perUnit("0.000000002")], usage))).toEqual([
      "Tokens, in millions: 1.5 × 0.002 = 0.003000",
    ]);
    expect(
      shown(linesOf([perUnit("0.0000002")], [{ prefix: "tokens", quantity: "9000" }])),
    ).toEqual(["Tokens, in thousands: 9 × 0.0002 = 0.001800"]);
    expect(
      shown(linesOf([perUnit("0.048653769675")], [{ prefix: "tokens", quantity: "29" }])),
    ).toEqual(["Tokens: 29 × 0.048653769675 = 1.410959"]);
  });

  it("describe a price that does not fit", () => {
    const percentage = {
      type: "PERCENTAGE" as const,
      description: "Volume",
      percent: "0.000000000001",
    };
    expect(
      shown(linesOf([percentage], [{ prefix: "volume", quantity: "700000000000000000" }])),
    ).toEqual(["Volume, in millions: 700000000000 × 0.00000001 = 7000.000000"]);
    expect(
      shown(linesOf([percentage], [{ prefix: "volume", quantity: "70000000000000000.000005" }])),
    ).toEqual(["Volume, 70000000000000000.000005 × 0.00000000000001: 1 × 700.000000 = 700.000000"]);
  });

  it("have a line for each tier, also for the free one", () => {
    const component = {
      type: "GRADUATED" as const,
      description: "Requests",
      prefix: "requests",
      tiers: [
        { upTo: "1000", unitAmount: "0" },
        { upTo: "10000", unitAmount: "0.002" },
        { upTo: null, unitAmount: "0.001" },
      ],
    };
    expect(shown(linesOf([component], [{ prefix: "requests", quantity: "12000" }]))).toEqual([
      "Requests: 1000 × 0 = 0.000000",
      "Requests: 9000 × 0.002 = 18.000000",
      "Requests: 2000 × 0.001 = 2.000000",
    ]);
  });

  it("are one for each component if a card has too many parts", () => {
    const tiers = Array.from({ length: 50 }, (_, place) => ({
      upTo: place === 49 ? null : String(place + 1),
      unitAmount: "0.5",
    }));
    const graduated = { type: "GRADUATED" as const, description: "Requests", prefix: "a", tiers };
    const lines = linesOf([graduated, graduated], [{ prefix: "a", quantity: "50" }]);
    expect(shown(lines)).toEqual(Array(2).fill("Requests: 1 × 25.000000 = 25.000000"));
  });

  it("have one line for prepaid usage and one for earlier periods, which may take off more than the period costs", () => {
    const usage = [{ prefix: "tokens", quantity: "10" }];
    const others = { prepaid: "7.2", before: "-2.505507" };
    expect(shown(linesOf([perUnit("0.5")], usage, others))).toEqual([
      "Tokens: 10 × 0.5 = 5.000000",
      "Prepaid usage: 1 × -7.200000 = -7.200000",
      "Changes to earlier periods: 1 × -2.505507 = -2.505507",
    ]);
  });

  it("add up to the quote and to what is brought forward exactly, and are units × price, rounded", () => {
    const before = fc.integer({ min: -9_000_000, max: 9_000_000 });
    fc.assert(
      fc.property(cards, usages, before, (components, usage, units) => {
        const broughtForward = new Exact(units).div(1_000_000);
        const prepaid = broughtForward.abs().div(3).toFixed(6);
        const { amount, lines: rated } = rate(components, usage);
        const lines = billLines(rated, prepaid, broughtForward.toFixed());
        const total = lines.reduce((sum, line) => sum.plus(line.amount), new Exact(0));
        expect(total.toFixed(6)).toBe(broughtForward.plus(amount).minus(prepaid).toFixed(6));
        for (const line of lines) {
          const off = new Exact(line.quantity).times(line.unitAmount).minus(line.amount).abs();
          expect(off.lte("0.000001"), JSON.stringify(line)).toBe(true);
        }
      }),
      { numRuns: 2_000, seed: 28 },
    );
  });
});
