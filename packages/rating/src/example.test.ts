import * as fc from "fast-check";
import { expect, it } from "vitest";
import { cards } from "../test/arbitrary-cards.ts";
import { tieredCard } from "../test/tiered-card.ts";
import { type Component, RatingError, rateExample } from "./index.ts";

it("an example goes beyond what is included, and beyond the first tier", () => {
  const components: Component[] = [
    ...tieredCard,
    { type: "PER_UNIT", description: "Seats", prefix: "seats", measure: "MAX", unitAmount: "4" },
    { type: "PACKAGE", description: "All", packageSize: "50", packageAmount: "3" },
  ];

  const { lines, amount } = rateExample(components);

  expect(lines.map((line) => [line.quantity, line.amount])).toEqual([
    ["1", "10.000000"],
    ["22000", "31.000000"],
    ["1000", "4000.000000"],
    ["23000", "1380.000000"],
  ]);
  expect(amount).toBe("5421.000000");
});

it("every card has an example, unless it costs more than an invoice can bill", () => {
  for (const card of fc.sample(cards, 500)) {
    try {
      expect(rateExample(card).lines).toHaveLength(card.length);
    } catch (error) {
      if (!(error instanceof RatingError)) throw error;
      expect(error.message).toContain("more than 18 digits");
    }
  }
});

it("a card without a price of usage costs the same always", () => {
  expect(rateExample([{ type: "FLAT", description: "Fee", amount: "10" }]).amount).toBe(
    "10.000000",
  );
});
