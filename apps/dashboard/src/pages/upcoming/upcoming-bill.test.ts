import { expect, test } from "vitest";
import { upcomingBill } from "./upcoming-bill.ts";

const renews = { cancelAt: null };
const ends = { cancelAt: "2026-02-28T00:00:00.000Z" };
const fixed = { pricingType: "FIXED_RECURRING", amount: "49.000000" } as const;
const metered = { pricingType: "USAGE_BASED", amount: "0.002500" } as const;
const once = { pricingType: "ONE_TIME", amount: "5.000000" } as const;
const quote = { amount: "12.500000", usageEventCount: 5_000 };

test("usage costs what its quote says", () => {
  expect(upcomingBill(renews, metered, quote)).toEqual({
    amount: "12.500000",
    words: "5,000 usage events by the rate card",
  });
});

test("a plan with a price and a rate card costs both", () => {
  expect(upcomingBill(renews, fixed, quote).amount).toBe("61.500000");
});

test("a renewal costs the plan's price, unless the subscription ends", () => {
  expect(upcomingBill(renews, fixed, null).amount).toBe("49.000000");
  expect(upcomingBill(ends, fixed, null)).toEqual({ amount: null, words: "Nothing more is due" });
  expect(upcomingBill(ends, fixed, quote).amount).toBe("12.500000");
});

test("without a rate card, nothing says what usage costs", () => {
  expect(upcomingBill(renews, metered, null).words).toBe("The plan has no rate card");
  expect(upcomingBill(renews, once, null).words).toBe("Nothing more is due");
});
