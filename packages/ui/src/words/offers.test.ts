import { expect, test } from "vitest";
import { type OfferedCard, offerText } from "./offers.ts";

test("a plan with a rate card in effect is offered by the card, not by its own amount", () => {
  const plan = {
    pricingType: "USAGE_BASED",
    billingInterval: "MONTH",
    amount: "0.002",
    currency: "USDC",
    unit: null,
  } as const;
  const card: OfferedCard = {
    id: "1",
    components: [
      { type: "FLAT", description: "Fee", amount: "10" },
      { type: "PER_UNIT", description: "Requests", unitAmount: "0.001" },
    ],
    isInEffect: true,
    effectiveFrom: "2026-01-31T12:00:00.000Z",
    baseAmount: "10.000000",
    workedExample: null,
  };
  for (const [cards, text] of [
    [[], "0.002 USDC per unit, billed each month"],
    [[card], "10.00 USDC every month, plus usage"],
    [[{ ...card, baseAmount: "0.000000" }], "Priced by usage, billed each month"],
    [[{ ...card, isInEffect: false }], "0.002 USDC per unit, billed each month"],
  ] satisfies [OfferedCard[], string][]) {
    expect(offerText(plan, cards)).toBe(text);
  }
});
