import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { forRows } from "../../test/harness/for-rows.ts";
import { Amount, formatAmount, isAmount, toAmount, toTokenUnits } from "./money.ts";

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength, size: "max" });

/** A decimal in the parts that its caller may choose: up to 18 digits, six places, more zeros. */
const parts = fc.record({ whole: digits(1, 18), places: digits(0, 6), zeros: fc.nat(40) });
type Parts = typeof parts extends fc.Arbitrary<infer Value> ? Value : never;

const textOf = ({ whole, places, zeros }: Parts) =>
  places === "" ? whole : `${whole}.${places}${"0".repeat(zeros)}`;

describe("decimal text", () => {
  test("of up to 18 digits and six places is exact, with any number of trailing zeros", () => {
    fc.assert(
      fc.property(parts, (value) => {
        const sixPlaces = value.places.padEnd(6, "0");
        expect(isAmount(textOf(value))).toBe(true);
        const amount = toAmount(textOf(value));
        expect(formatAmount(amount)).toBe(`${BigInt(value.whole)}.${sixPlaces}`);
        expect(toTokenUnits(amount)).toBe(BigInt(value.whole + sixPlaces));
      }),
    );
  });

  test("at the limits is exact", () => {
    expect(formatAmount(toAmount("999999999999999999.999999"))).toBe("999999999999999999.999999");
    expect(toTokenUnits(toAmount("999999999999999999.999999"))).toBe(999999999999999999999999n);
    expect(toTokenUnits(toAmount("0.000001"))).toBe(1n);
    expect(toTokenUnits(toAmount("0"))).toBe(0n);
  });

  test("with a nonzero seventh decimal place is refused", () => {
    const finer = fc.tuple(digits(1, 18), digits(6, 20), fc.constantFrom(..."123456789"));
    fc.assert(
      fc.property(finer, ([whole, places, last]) => {
        expect(isAmount(`${whole}.${places}${last}`)).toBe(false);
        expect(isAmount(`${whole}.${places}${last}000`)).toBe(false);
      }),
    );
  });

  test("with more than 18 digits before the point is refused, leading zeros included", () => {
    fc.assert(
      fc.property(digits(19, 60), digits(1, 6), (whole, places) => {
        expect(isAmount(whole)).toBe(false);
        expect(isAmount(`${whole}.${places}`)).toBe(false);
      }),
    );
  });

  test("with a sign or an exponent is refused", () => {
    const sign = fc.constantFrom("-", "+");
    const exponent = fc.tuple(
      fc.constantFrom("e", "E"),
      fc.constantFrom("", "-", "+"),
      digits(1, 3),
    );
    fc.assert(
      fc.property(parts, sign, exponent, (value, before, after) => {
        expect(isAmount(before + textOf(value))).toBe(false);
        expect(isAmount(textOf(value) + after.join(""))).toBe(false);
      }),
    );
  });

  test("with any other character anywhere is refused", () => {
    const codeUnit = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));
    const likely = fc.constantFrom(..."+-eE, _xn\n\0٣３");
    const foreign = fc.oneof(codeUnit, likely).filter((character) => !/^[0-9.]$/.test(character));
    fc.assert(
      fc.property(parts, foreign, fc.nat(70), (value, character, place) => {
        const text = textOf(value);
        expect(isAmount(text.slice(0, place) + character + text.slice(place))).toBe(false);
      }),
    );
  });

  test("that is no amount is refused", () =>
    forRows(
      [
        ["empty", ""],
        ["blank", " "],
        ["a point", "."],
        ["no digit before the point", ".5"],
        ["no digit after the point", "1."],
        ["two points", "1.2.3"],
        ["a comma", "1,5"],
        ["a separator", "1_000"],
        ["hexadecimal", "0x10"],
        ["the word NaN", "NaN"],
        ["the word Infinity", "Infinity"],
        ["Arabic digits", "١٢"],
        ["full-width digits", "１２"],
        ["a line break at the end", "1\n"],
      ],
      (_, text) => {
        expect(isAmount(text)).toBe(false);
      },
    ));
});

describe("a JavaScript number", () => {
  test("of up to 15 significant digits is read as its shortest text", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (units) => {
        expect(isAmount(units / 1e6)).toBe(true);
        expect(toTokenUnits(toAmount(units / 1e6))).toBe(BigInt(units));
      }),
    );
  });

  test("a number is returned as the decimal that it shows", () =>
    forRows(
      [
        [0, "0.000000"],
        [-0, "0.000000"],
        [0.1, "0.100000"],
        [0.000001, "0.000001"],
        [12.5, "12.500000"],
        [1e2, "100.000000"],
        [1e17, "100000000000000000.000000"],
      ],
      (number, text) => {
        expect(isAmount(number)).toBe(true);
        expect(formatAmount(toAmount(number))).toBe(text);
      },
    ));

  test("a number that shows no amount is refused", () =>
    forRows(
      [
        -1,
        -0.000001,
        1e-7,
        0.1234567,
        0.1 + 0.2,
        1e18,
        1e21,
        Number.NaN,
        Number.POSITIVE_INFINITY,
        Number.NEGATIVE_INFINITY,
      ],
      (number) => {
        expect(isAmount(number)).toBe(false);
      },
    ));
});

test("sums of amounts are exact", () => {
  fc.assert(
    fc.property(fc.array(parts), (values) => {
      const amounts = values.map((value) => toAmount(textOf(value)));
      const sum = amounts.reduce((total, amount) => total.plus(amount), new Amount(0));
      const units = amounts.reduce((total, amount) => total + toTokenUnits(amount), 0n);
      expect(toTokenUnits(sum)).toBe(units);
    }),
  );
});
