import { expect, onTestFinished, test, vi } from "vitest";
import {
  amountText,
  centsText,
  changeText,
  difference,
  fieldText,
  isEqual,
  isLess,
  isZero,
  multiply,
  portion,
  quantityText,
  readAmount,
  readingsOf,
  readNumber,
  shareOf,
  sum,
} from "./money.ts";

test("an amount is rounded to the cent, half up", () => {
  for (const [amount, text] of [
    ["1234.565000", "1,234.57"],
    ["1234.564999", "1,234.56"],
    ["0.004999", "0.00"],
    ["-0.004999", "0.00"],
    ["-1.005", "-1.01"],
    ["999999999999999999.999999", "1,000,000,000,000,000,000.00"],
  ] as const) {
    expect(centsText(amount)).toBe(text);
  }
});

test("an amount is shown digit by digit", () => {
  for (const [amount, text] of [
    ["25.000000", "25.00"],
    ["0.002500", "0.0025"],
    ["0.000000", "0.00"],
    ["0.000001", "0.000001"],
    ["10.500000", "10.50"],
    ["999.990000", "999.99"],
    ["1234567.100000", "1,234,567.10"],
    ["999999999999999999.999999", "999,999,999,999,999,999.999999"],
  ] as const) {
    expect(amountText(amount), amount).toBe(text);
  }
});

test("a quantity is shown without the zeros at its end", () => {
  for (const [quantity, text] of [
    ["5000.000000", "5,000"],
    ["10.500000", "10.5"],
    ["0.000001", "0.000001"],
    ["0.000000", "0"],
  ] as const) {
    expect(quantityText(quantity), quantity).toBe(text);
  }
});

test("an input value has no separators", () => {
  expect(fieldText("1234567.100000")).toBe("1234567.10");
});

test("an amount is parsed", () => {
  for (const [text, amount] of [
    ["100", "100.000000"],
    [" 0.5 ", "0.500000"],
    ["999999999999999999.999999", "999999999999999999.999999"],
    ["007.10", "7.100000"],
  ] as const) {
    expect(readAmount(text), text).toBe(amount);
  }
});

test("other text is not an amount", () => {
  for (const text of ["", "-1", "1e3", "1.", ".5", "0.0000001", "1234567890123456789", "0x10"]) {
    expect(readAmount(text), text).toBeNull();
  }
});

test("a product is exact", () => {
  for (const [amount, times, product] of [
    ["25.000000", 12, "300.000000"],
    ["0.100001", 12, "1.200012"],
    ["999999999999999999.999999", 2, "1999999999999999999.999998"],
  ] as const) {
    expect(multiply(amount, times), amount).toBe(product);
  }
});

test("amounts beyond the precision of numbers are compared exactly", () => {
  expect(isLess("999999999999999999.999998", "999999999999999999.999999")).toBe(true);
  expect(isLess("9.000000", "10.000000")).toBe(true);
  expect(isLess("10.000000", "10.000000")).toBe(false);
});

test("only zero is zero", () => {
  expect(isZero("0.000000")).toBe(true);
  expect(isZero("0.000001")).toBe(false);
});

test("a sum is exact", () => {
  expect(sum(["0.1", "0.200000", "999999999999999999.999999"])).toBe("1000000000000000000.299999");
  expect(sum([])).toBe("0.000000");
});

test("a share is a part of the whole", () => {
  for (const [part, whole, share] of [
    ["1", "4", 0.25],
    ["999999999999999999.999999", "999999999999999999.999999", 1],
    ["0", "3", 0],
    ["0", "0", 0],
  ] as const) {
    expect(shareOf(part, whole), `${part} of ${whole}`).toBe(share);
  }
});

test("amounts are equal however they are written", () => {
  expect(isEqual("2.5", "2.500000")).toBe(true);
  expect(isEqual("2.5", "2.500001")).toBe(false);
});

test("a change is in percent, or in times if it is large", () => {
  for (const [now, before, text] of [
    ["112", "100", "+12 %"],
    ["50", "100", "-50 %"],
    ["100.4", "100", "0 %"],
    ["999999999999999999.999999", "333333333333333333.333333", "+200 %"],
    ["150.9", "10", "×15"],
    ["1", "0", null],
  ] as const) {
    expect(changeText(now, before), `${now} after ${before}`).toBe(text);
  }
});

test("a difference is exact, and not below zero", () => {
  for (const [one, other, rest] of [
    ["999999999999999999.999999", "0.000001", "999999999999999999.999998"],
    ["1", "2", "0.000000"],
  ] as const) {
    expect(difference(one, other), `${one} less ${other}`).toBe(rest);
  }
});

test("a portion is given to six decimal places", () => {
  for (const [amount, parts, of, result] of [
    ["10", 0, 4, "0.000000"],
    ["10", 3, 4, "7.500000"],
    ["10", 1, 3, "3.333333"],
    ["999999999999999999.999999", 4, 4, "999999999999999999.999999"],
  ] as const) {
    expect(portion(amount, parts, of), `${parts} of ${of} parts of ${amount}`).toBe(result);
  }
});

test("a number is read in the notations of different countries and scripts", () => {
  for (const [text, number] of [
    ["12.50", "12.50"],
    ["12,50", "12.50"],
    ["0,002", "0.002"],
    ["1,2345", "1.2345"],
    ["1234,567", "1234.567"],
    ["1,234.50", "1234.50"],
    ["1.234,50", "1234.50"],
    ["1\u202f234,50", "1234.50"],
    ["1 234", "1234"],
    ["1\u2019234.50", "1234.50"],
    ["1,234,567", "1234567"],
    ["1.234.567,8", "1234567.8"],
    ["１２．５０", "12.50"],
    ["１２，５０", "12.50"],
    ["٣٠٠", "300"],
    ["۱۲٫۵", "12.5"],
    ["१२.५", "12.5"],
  ] as const) {
    expect(readNumber(text, "."), text).toEqual({ number });
    expect(readNumber(text, ","), text).toEqual({ number });
  }
});

test("an ambiguous number leads to a question", () => {
  expect(readNumber("1,234", ".")).toEqual({ either: ["1234", "1.234"] });
  expect(readNumber("1.234", ",")).toEqual({ either: ["1234", "1.234"] });
  expect(readNumber("1.234", ".")).toEqual({ number: "1.234" });
  expect(readingsOf("1,234")).toEqual(["1234", "1.2340"]);
  expect(["1234", "1.2340"].map((reading) => readNumber(reading, ","))).toEqual([
    { number: "1234" },
    { number: "1.2340" },
  ]);
  expect([readAmount("1,234"), readingsOf("12,50")]).toEqual([null, null]);
});

test("a language that browsers cannot name does not keep numbers from being read", () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  for (const [language, number] of [
    ["en-US@posix", { number: "1.234" }],
    ["", { number: "1.234" }],
    ["de-DE", { either: ["1234", "1.234"] }],
  ] as const) {
    vi.stubGlobal("navigator", { language });
    expect(readNumber("1.234"), language).toEqual(number);
  }
});

test("text that is not a number is not read", () => {
  for (const text of [
    "",
    "x",
    "1.2.3",
    "1,23,456",
    "12,",
    ",5",
    "1.234,567.8",
    "1e3",
    "-5",
    "+5",
    "1'234'56",
  ]) {
    expect(readNumber(text, "."), text).toBeNull();
  }
});
