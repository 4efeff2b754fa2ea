import { expect, test } from "vitest";
import { billsLater, priceText } from "./plans.ts";

test("a price is described", () => {
  for (const [pricingType, billingInterval, amount, text] of [
    ["FIXED_RECURRING", "MONTH", "25.000000", "25.00 USDC every month"],
    ["FIXED_RECURRING", "WEEK", "7.500000", "7.50 USDC every week"],
    ["FIXED_RECURRING", "NONE", "25.000000", "25.00 USDC once"],
    ["USAGE_BASED", "MONTH", "0.002500", "0.0025 USDC per unit, billed each month"],
    ["USAGE_BASED", "DAY", "1.000000", "1.00 USDC per unit, billed each day"],
    ["USAGE_BASED", "NONE", "0.002500", "0.0025 USDC per unit"],
    ["ONE_TIME", "NONE", "120.000000", "120.00 USDC once"],
  ] as const) {
    const plan = { pricingType, billingInterval, amount, currency: "USDC", unit: null };
    expect(priceText(plan), text).toBe(text);
  }
});

test("the price of usage names its unit", () => {
  for (const [unit, billingInterval, text] of [
    ["request", "MONTH", "0.0025 USDC per request, billed each month"],
    ["GPU second", "NONE", "0.0025 USDC per GPU second"],
  ] as const) {
    const price = { amount: "0.0025", currency: "USDC", pricingType: "USAGE_BASED" } as const;
    expect(priceText({ ...price, billingInterval, unit }), text).toBe(text);
  }
});

test("tells whether later invoices follow", () => {
  for (const [pricingType, billingInterval, later] of [
    ["FIXED_RECURRING", "MONTH", true],
    ["FIXED_RECURRING", "NONE", false],
    ["USAGE_BASED", "NONE", true],
    ["ONE_TIME", "NONE", false],
  ] as const) {
    expect(billsLater({ pricingType, billingInterval }), `${pricingType} ${billingInterval}`).toBe(
      later,
    );
  }
});
