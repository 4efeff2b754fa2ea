import { expect, it } from "vitest";
import { crossedText, levelsText, levelText, watchedText } from "./alerts.ts";

it("says what an alert watches, and its levels in the order in which they are crossed", () => {
  const of = { levels: ["1.000000", "5.000000"], keyPrefix: "tokens" };
  expect(watchedText({ on: "usage", ...of })).toBe("Usage of a billing period, only tokens");
  expect(watchedText({ on: "cap", ...of, keyPrefix: null })).toBe("Left of the spending limit");
  expect(levelText("usage", "1.000000")).toBe("1 unit");
  expect(levelText("forecast", "0.002500")).toBe("0.0025 USDC");
  expect(levelsText("usage", of.levels)).toBe("at 1 unit or 5 units");
  expect(levelsText("balance", of.levels)).toBe("below 5.00 USDC or 1.00 USDC");
  expect(crossedText("usage", of.levels)).toBe("It has reached 5 units.");
  expect(crossedText("balance", of.levels)).toBe("It is below 1.00 USDC.");
});
