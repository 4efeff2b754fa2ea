import { expect, test } from "vitest";
import { type LimitTerms, limitText, usedText } from "./limits.ts";

const usual: LimitTerms = {
  ...{ measure: "quantity", max: "1000.000000", window: "day", timeZone: "UTC" },
  ...{ seconds: null, keyPrefix: null },
};

test.each<[Partial<LimitTerms>, string]>([
  [{}, "1,000 units a day (UTC)"],
  [{ max: "1.000000", window: "hour" }, "1 unit an hour"],
  [{ max: "0.500000", window: "ever" }, "0.5 units ever"],
  [{ measure: "charge", max: "5.000000", window: "period" }, "5.00 USDC a billing period"],
  [
    { measure: "count", max: "100.000000", window: "rolling", seconds: 3_600, keyPrefix: "tokens" },
    "100 events in the last 3,600 s, only for tokens",
  ],
])("a limit with %o is in words", (terms, words) => {
  expect(limitText({ ...usual, ...terms })).toBe(words);
});

test("what is used is said of the max", () => {
  expect(usedText(usual, "800.000000")).toBe("800 of 1,000 units used");
  expect(usedText({ ...usual, measure: "charge", max: "5" }, "0.125")).toBe(
    "0.125 of 5.00 USDC used",
  );
});
