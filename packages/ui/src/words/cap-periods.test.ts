import { expect, test } from "vitest";
import { capPeriodOf, capPeriodsOfYear, capPeriodText } from "./cap-periods.ts";

test("a cap's period is as long as the plan's, and has a name", () => {
  for (const [billingInterval, seconds, text, periods] of [
    ["MONTH", null, "calendar month", 12],
    ["NONE", null, "calendar month", 12],
    ["WEEK", 604_800, "week", 53],
    ["DAY", 86_400, "day", 365],
  ] as const) {
    expect(capPeriodOf({ billingInterval })).toBe(seconds);
    expect(capPeriodText(seconds)).toBe(text);
    expect(capPeriodsOfYear(seconds)).toBe(periods);
  }
  expect(capPeriodText(216_000)).toBe("2.5 days");
});
