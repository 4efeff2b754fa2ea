import { expect, test } from "vitest";
import { chargeWords } from "./charge-words.ts";

const bill = {
  prepaid: "0.000000",
  broughtForward: "0.000000",
  carriedForward: "0.000000",
  usageEventCount: 5_000,
};
const wordsOf = (fields: object) =>
  chargeWords({
    paymentPlan: { pricingType: "USAGE_BASED" },
    upcomingInvoice: { ...bill, ...fields },
    failure: null,
  });

test("prepaid usage and changes to earlier periods are named, also a credit that is left", () => {
  expect(wordsOf({})).toBe("5,000 usage events by the rate card");
  expect(wordsOf({ prepaid: "4.500000", broughtForward: "2.000000" })).toBe(
    "5,000 usage events by the rate card, less 4.50 USDC prepaid, 2.00 USDC of earlier periods",
  );
  expect(wordsOf({ broughtForward: "-9.500000", carriedForward: "-3.000000" })).toBe(
    "5,000 usage events by the rate card, less a credit of 9.50 USDC, of which 3.00 USDC is left",
  );
});

test.each([
  ["USAGE_BASED", null, "The plan has no rate card"],
  ["FIXED_RECURRING", null, "No usage is billed"],
  ["ONE_TIME", "It took too long.", "It took too long."],
] as const)("without a bill of a %s plan, the reason is named", (pricingType, failure, words) => {
  expect(chargeWords({ paymentPlan: { pricingType }, upcomingInvoice: null, failure })).toBe(words);
});
