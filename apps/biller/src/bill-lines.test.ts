import { type Component, rate } from "@usance/sdk";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cards, usages } from "../../../packages/rating/test/arbitrary-cards.ts";
import { chargeLines, lessCredit } from "./bill-lines.ts";
import { Exact, sum } from "./money.ts";

const linesOf = (components: Component[], usage: Parameters<typeof rate>[1]) =>
  chargeLines(rate(components, usage) as Parameters<typeof chargeLines>[0]);
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

  it("show a price with more than six decimal places for a thousand or a million units", () => {
    const usage = [{ prefix: "tokens", quantity: "1500000" }];
    expect(shown(linesOf([perUnit("0.000000002")], usage))).toEqual([
      "Tokens, in thousands: 1500 × 0.000002 = 0.003000",
    ]);
    expect(shown(linesOf([perUnit("0.000000000002")], usage))).toEqual([
      "Tokens, in millions: 1.5 × 0.000002 = 0.000003",
    ]);
  });

  it("describe a price that does not fit for any number of units", () => {
    const usage = [{ prefix: "tokens", quantity: "0.123456" }];
    expect(shown(linesOf([perUnit("900.000000000001")], usage))).toEqual([
      "Tokens, 0.123456 × 900.000000000001: 1 × 111.110400 = 111.110400",
    ]);
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
    const tiers = Array.from({ length: 40 }, (_, place) => ({
      upTo: place === 39 ? null : String(place + 1),
      unitAmount: "0.5",
    }));
    const graduated = { type: "GRADUATED" as const, description: "Requests", prefix: "a", tiers };
    const lines = linesOf([graduated, graduated], [{ prefix: "a", quantity: "40" }]);
    expect(shown(lines)).toEqual(Array(2).fill("Requests: 1 × 20.000000 = 20.000000"));
  });

  it("add up to the quote exactly, and differ from units × price by rounding alone", () => {
    fc.assert(
      fc.property(cards, usages, (components, usage) => {
        const { amount } = rate(components, usage);
        const lines = linesOf(components, usage);
        expect(sum(lines.map((line) => line.amount)).toFixed(6)).toBe(amount);
        for (const line of lines) {
          const off = new Exact(line.quantity).times(line.unitAmount).minus(line.amount).abs();
          expect(off.lte("0.000001"), JSON.stringify(line)).toBe(true);
        }
      }),
      { numRuns: 2_000, seed: 28 },
    );
  });
});

it("a credit reduces the last lines first, and leaves lines that cost nothing", () => {
  const line = (description: string, amount: string) => ({
    description,
    quantity: "1",
    unitAmount: amount,
    amount,
  });
  const lines = [line("Free", "0.000000"), line("Fee", "10.000000"), line("Usage", "5.000000")];

  expect(
    lessCredit(lines, new Exact("7")).map((one) => `${one.description}: ${one.amount}`),
  ).toEqual(["Free: 0.000000", "Fee, less a credit of 2.000000: 8.000000"]);
});
