import { expect, test } from "vitest";
import { fromUnits, isLess } from "../words/money.ts";
import { ticksOf, tickTexts } from "./scale.ts";

test("a scale has round values up to the highest value, in few characters", () => {
  for (const [most, texts] of [
    ["0", ["0"]],
    ["0.000001", ["0", "0.000001"]],
    ["0.000009", ["0", "0.000005", "0.00001"]],
    ["0.03", ["0", "0.01", "0.02", "0.03"]],
    ["1", ["0", "0.25", "0.5", "0.75", "1"]],
    ["7.3", ["0", "2", "4", "6", "8"]],
    ["1250.75", ["0", "500", "1,000", "1,500"]],
    ["9999.999999", ["0", "2.5K", "5K", "7.5K", "10K"]],
    ["1249999.75", ["0", "0.5M", "1M", "1.5M"]],
    ["999999999999999999.999999", ["0", "250,000T", "500,000T", "750,000T", "1,000,000T"]],
  ] as const) {
    expect(tickTexts(ticksOf(most, 4)), most).toEqual(texts);
  }
});

test("a scale of what is counted has no parts of one", () => {
  for (const [most, texts] of [
    ["1", ["0", "1"]],
    ["3", ["0", "1", "2", "3"]],
    ["10", ["0", "5", "10"]],
    ["100", ["0", "25", "50", "75", "100"]],
  ] as const) {
    expect(tickTexts(ticksOf(most, 4, true)), most).toEqual(texts);
  }
});

/** The number that a text of a scale says, in millionths. */
function unitsOf(text: string): bigint {
  const [, digits = "", size = ""] = /^([\d.,]+)([KMBT]?)$/.exec(text) ?? [];
  const [whole = "", fraction = ""] = digits.replaceAll(",", "").split(".");
  return BigInt(whole + fraction.padEnd(6, "0")) * 1_000n ** BigInt(" KMBT".indexOf(size || " "));
}

test("every scale holds its highest value, and its texts say its values exactly", () => {
  for (let power = 0; power < 24; power++) {
    for (let lead = 1n; lead < 100n; lead += 7n) {
      const most = fromUnits(lead * 10n ** BigInt(power));
      const ticks = ticksOf(most, 4);
      expect(isLess(ticks.at(-1) ?? "0", most), most).toBe(false);
      expect(isLess(ticks.at(-2) ?? "0", most), most).toBe(true);
      expect(ticks.length, most).toBeLessThanOrEqual(5);
      expect(tickTexts(ticks).map(unitsOf).map(fromUnits), most).toEqual(ticks);
    }
  }
});
