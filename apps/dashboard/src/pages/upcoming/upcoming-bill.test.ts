import { expect, test } from "vitest";
import { upcomingBill } from "./upcoming-bill.ts";

const renews = { cancelAt: null };
const ends = { cancelAt: "2026-02-28T00:00:00.000Z" };
const fixed = { pricingType: "FIXED_RECURRING", amount: "49.000000" } as const;
const metered = { pricingType: "USAGE_BASED", amount: "0.002500" } as const;
const once = { pricingType: "ONE_TIME", amount: "5.000000" } as const;
const invoice = {
  amount: "12.500000",
  prepaid: "0.000000",
  broughtForward: "0.000000",
  carriedForward: "0.000000",
  usageEventCount: 5_000,
};

test("usage costs what its upcoming invoice says", () => {
  expect(upcomingBill(renews, metered, invoice)).toEqual({
    accrued: "12.500000",
    renewal: null,
    words: "5,000 usage events by the rate card",
  });
});

test("prepaid usage and changes to earlier periods are named, also a credit that is left", () => {
  const bill = (fields: object) => upcomingBill(renews, metered, { ...invoice, ...fields });
  expect(bill({ prepaid: "4.500000", broughtForward: "2.000000" }).words).toBe(
    "5,000 usage events by the rate card, less 4.50 USDC prepaid, 2.00 USDC of earlier periods",
  );
  expect(
    bill({ amount: "0.000000", broughtForward: "-9.500000", carriedForward: "-3.000000" }),
  ).toEqual({
    accrued: "0.000000",
    renewal: null,
    words:
      "5,000 usage events by the rate card, less a credit of 9.50 USDC, of which 3.00 USDC is left",
  });
});

test("what is too little for a bill of its own is shown", () => {
  const little = { ...invoice, amount: "0.000000", carriedForward: "0.000007" };
  expect(upcomingBill(renews, metered, little).accrued).toBe("0.000007");
});

test("a plan with a price and a rate card costs both", () => {
  const both = { accrued: "12.500000", renewal: "49.000000" };
  expect(upcomingBill(renews, fixed, invoice)).toMatchObject(both);
});

test("a renewal costs the plan's price, unless the subscription ends", () => {
  const nothing = { accrued: null, words: "No usage is billed" };
  expect(upcomingBill(renews, fixed, null)).toEqual({ ...nothing, renewal: "49.000000" });
  expect(upcomingBill(ends, fixed, null)).toEqual({ ...nothing, renewal: null });
  expect(upcomingBill(ends, fixed, invoice).renewal).toBeNull();
});

test("without a rate card, nothing says what usage costs", () => {
  expect(upcomingBill(renews, metered, null).words).toBe("The plan has no rate card");
  expect(upcomingBill(renews, once, null).words).toBe("No usage is billed");
});
