import { expect, test } from "vitest";
import {
  amountText,
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
  shareOf,
  sum,
} from "./money.ts";

test.each([
  ["25.000000", "25.00"],
  ["0.002500", "0.0025"],
  ["0.000000", "0.00"],
  ["0.000001", "0.000001"],
  ["10.500000", "10.50"],
  ["999.990000", "999.99"],
  ["1234567.100000", "1,234,567.10"],
  ["999999999999999999.999999", "999,999,999,999,999,999.999999"],
])("%s is shown as %s, digit by digit", (amount, text) => {
  expect(amountText(amount)).toBe(text);
});

test.each([
  ["5000.000000", "5,000"],
  ["10.500000", "10.5"],
  ["0.000001", "0.000001"],
  ["0.000000", "0"],
])("a quantity of %s is shown as %s", (quantity, text) => {
  expect(quantityText(quantity)).toBe(text);
});

test("an input value has no separators", () => {
  expect(fieldText("1234567.100000")).toBe("1234567.10");
});

test.each([
  ["100", "100.000000"],
  [" 0.5 ", "0.500000"],
  ["999999999999999999.999999", "999999999999999999.999999"],
  ["007.10", "7.100000"],
])("%j is parsed as %s", (text, amount) => {
  expect(readAmount(text)).toBe(amount);
});

test.each(["", "1,5", "-1", "1e3", "1.", ".5", "0.0000001", "1234567890123456789", "0x10"])(
  "%j is not an amount",
  (text) => {
    expect(readAmount(text)).toBeNull();
  },
);

test.each([
  ["25.000000", 12, "300.000000"],
  ["0.100001", 12, "1.200012"],
  ["999999999999999999.999999", 2, "1999999999999999999.999998"],
])("%s times %i is exactly %s", (amount, times, product) => {
  expect(multiply(amount, times)).toBe(product);
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

test.each([
  ["1", "4", 0.25],
  ["999999999999999999.999999", "999999999999999999.999999", 1],
  ["0", "3", 0],
  ["0", "0", 0],
])("%s of %s is a share of %s", (part, whole, share) => {
  expect(shareOf(part, whole)).toBe(share);
});

test("amounts are equal however they are written", () => {
  expect(isEqual("2.5", "2.500000")).toBe(true);
  expect(isEqual("2.5", "2.500001")).toBe(false);
});

test.each([
  ["112", "100", "+12 %"],
  ["50", "100", "-50 %"],
  ["100.4", "100", "0 %"],
  ["999999999999999999.999999", "333333333333333333.333333", "+200 %"],
  ["150.9", "10", "×15"],
  ["1", "0", null],
])("%s after %s is a change of %s", (now, before, text) => {
  expect(changeText(now, before)).toBe(text);
});

test.each([
  ["999999999999999999.999999", "0.000001", "999999999999999999.999998"],
  ["1", "2", "0.000000"],
])("%s less %s is %s", (one, other, rest) => {
  expect(difference(one, other)).toBe(rest);
});

test.each([
  ["10", 0, 4, "0.000000"],
  ["10", 3, 4, "7.500000"],
  ["10", 1, 3, "3.333333"],
  ["999999999999999999.999999", 4, 4, "999999999999999999.999999"],
])("of %s, %s of %s parts are %s", (amount, parts, of, result) => {
  expect(portion(amount, parts, of)).toBe(result);
});
