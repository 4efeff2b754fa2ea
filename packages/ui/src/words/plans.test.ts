import { expect, test } from "vitest";
import { billsLater, priceText } from "./plans.ts";

test.each([
  ["FIXED_RECURRING", "MONTH", "25.000000", "25.00 USDC every month"],
  ["FIXED_RECURRING", "WEEK", "7.500000", "7.50 USDC every week"],
  ["FIXED_RECURRING", "NONE", "25.000000", "25.00 USDC once"],
  ["USAGE_BASED", "MONTH", "0.002500", "0.0025 USDC per unit, billed each month"],
  ["USAGE_BASED", "DAY", "1.000000", "1.00 USDC per unit, billed each day"],
  ["USAGE_BASED", "NONE", "0.002500", "0.0025 USDC per unit"],
  ["ONE_TIME", "NONE", "120.000000", "120.00 USDC once"],
] as const)("%s by %s at %s is described as %s", (pricingType, billingInterval, amount, text) => {
  const plan = { pricingType, billingInterval, amount, currency: "USDC", unit: null };
  expect(priceText(plan)).toBe(text);
});

test.each([
  ["request", "MONTH", "0.0025 USDC per request, billed each month"],
  ["GPU second", "NONE", "0.0025 USDC per GPU second"],
] as const)("usage counted in %s by %s is described as %s", (unit, billingInterval, text) => {
  const price = { amount: "0.0025", currency: "USDC", pricingType: "USAGE_BASED" } as const;
  expect(priceText({ ...price, billingInterval, unit })).toBe(text);
});

test.each([
  ["FIXED_RECURRING", "MONTH", true],
  ["FIXED_RECURRING", "NONE", false],
  ["USAGE_BASED", "NONE", true],
  ["ONE_TIME", "NONE", false],
] as const)("%s by %s: later invoices %s", (pricingType, billingInterval, later) => {
  expect(billsLater({ pricingType, billingInterval })).toBe(later);
});
