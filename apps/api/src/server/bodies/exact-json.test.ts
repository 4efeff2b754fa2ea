import fc from "fast-check";
import { expect, test } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { parseExactly } from "./exact-json.ts";

const parse = (json: string) => parseExactly(Buffer.from(json));
const parsedNumber = (json: string) => (parse(`[${json}]`) as number[])[0];

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength, size: "max" });

/** A JSON number as people and machines write it, in its parts. */
const numberText = fc
  .tuple(
    fc.constantFrom("", "-"),
    digits(1, 25).map((text) => text.replace(/^0+(?=\d)/, "")),
    fc.option(digits(1, 25), { nil: "" }),
    fc.option(fc.tuple(fc.constantFrom("e", "E", "e+", "e-"), digits(1, 3)), { nil: null }),
  )
  .map(([sign, integer, places, exponent]) =>
    [sign, integer, places && `.${places}`, ...(exponent ?? [])].join(""),
  );

/** The value of a decimal text, the same text for every way to write it. */
function canonical(text: string): string {
  const [, sign, integer = "", places = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const all = (integer + places).replace(/^0+/, "");
  const significant = all.replace(/0+$/, "");
  if (significant === "") return "0";
  return `${sign}${significant}e${Number(exponent) - places.length + all.length - significant.length}`;
}

/** JSON, and the value that it must have. */
interface Pair {
  readonly json: string;
  readonly value: unknown;
}
const number = numberText.map((json): Pair => {
  const isExact = canonical(json) === canonical(String(Number(json)));
  const infinite = json.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return { json, value: isExact ? Number(json) : infinite };
});
const text = fc
  .oneof(
    fc.string(),
    numberText,
    fc.string({ unit: fc.constantFrom("\\", '"', "9", ".", "\n", ",", ":") }),
  )
  .map((value): Pair => ({ json: JSON.stringify(value), value }));
const { value } = fc.letrec<{ value: Pair }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    number,
    text,
    fc.constantFrom(true, false, null).map((one): Pair => ({ json: String(one), value: one })),
    fc.array(tie("value"), { maxLength: 5 }).map((items) => ({
      json: `[${items.map(({ json }) => json).join(" , ")}]`,
      value: items.map((one) => one.value),
    })),
    fc.array(fc.tuple(text, tie("value")), { maxLength: 5 }).map((fields) => ({
      json: `{${fields.map(([key, one]) => `${key.json}: ${one.json}`).join()}}`,
      value: Object.fromEntries(fields.map(([key, one]) => [key.value, one.value])),
    })),
  ),
}));

test("reads a number that a double changes as an infinite one, and the rest as JSON.parse does", () => {
  fc.assert(
    fc.property(value, (pair) => {
      expect(parse(pair.json)).toEqual(pair.value);
    }),
    { numRuns: 1_000 },
  );
});

test("reads a number that no double represents as an infinite one", () =>
  forRows(
    [
      "9007199254740993",
      "-9007199254740993",
      "999999999999999999.999999",
      "0.1234567890123456789",
      "123456789012.123456",
      "90071992547409931e2",
      "1e-400",
      "-1E-0400",
      "0.001e-9007199254740993",
      "123e4567",
      "2e308",
      "1.7976931348623158e308",
      "2.2250738585072013e-308",
      "4e-324",
      `${"1".padEnd(300, "0")}e9007199254740993`,
      `0.${"1".padStart(400, "0")}`,
      `1e-${"0".repeat(400)}400`,
    ],
    (json) => {
      expect(Math.abs(parsedNumber(json) ?? 0)).toBe(Number.POSITIVE_INFINITY);
    },
  ));

test("reads a number that a double represents as it is", () =>
  forRows(
    [
      "9007199254740992",
      "12345678901234.5",
      "0.000001",
      "0.30000000000000004",
      "1.0000000000000000000000",
      "-0.0000000000000000",
      "0.000E-9007199254740993",
      "1E5",
      "2.2250738585072014e-308",
      "5e-324",
      "1.7976931348623157e308",
      `${"1".padEnd(300, "0")}e8`,
      `0.${"1".padStart(400, "0")}e+120`,
      `0e${"9".repeat(400)}`,
    ],
    (json) => {
      expect(parsedNumber(json)).toBe(Number(json));
    },
  ));

test("digits in a string are left unchanged", () =>
  forRows(
    [
      '"9007199254740993"',
      String.raw`["\"9007199254740993", 1e400]`,
      String.raw`["\\","9007199254740993"]`,
      '{"9007199254740993":1}',
      '{"referenceHash":"0x5e999999999999999999999999999999"}',
    ],
    (json) => {
      expect(parse(json)).toEqual(JSON.parse(json.replace(/ 1e400/, "1e999")));
    },
  ));

test("malformed JSON stays malformed", () => {
  const anyhow = fc.string({
    unit: fc.constantFrom(...'0123456789012345678901.-+eE"\\,[]'),
    maxLength: 60,
    size: "max",
  });
  const isJson = (json: string, read: (json: string) => unknown) => {
    try {
      read(json);
      return true;
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(anyhow, (json) => {
      expect(isJson(json, parse)).toBe(isJson(json, JSON.parse));
    }),
    { numRuns: 3_000 },
  );
});

// With a step back at each quote, digit or exponent the test would not end.
test("finishes on a million characters, JSON or not", () =>
  forRows(
    [
      ["quotes in a string", `[1e400,"${'\\"'.repeat(500_000)}"]`],
      ["a string without an end", `[1e400,"${'\\"'.repeat(500_000)}`],
      ["zeros", "0".repeat(1_000_000)],
      ["digits with points between them", "1.".repeat(500_000)],
      ["exponents of exponents", "1e1e400".repeat(150_000)],
      ["inexact numbers", `[${"1e400,".repeat(170_000)}0]`],
      ["long numbers", `[${"0.30000000000000004,".repeat(50_000)}0]`],
    ],
    (what, json) => {
      const read = () => parse(json);
      if (/^(?:quotes|inexact|long)/.test(what)) expect(read).not.toThrow();
      else expect(read).toThrow(SyntaxError);
    },
  ));

test("accepts a hundred levels of nesting and refuses more, whatever strings a value contains", () => {
  const nested = (depth: number, inner: string) =>
    Array.from({ length: depth }).reduce<string>(
      (json, _, level) => (level % 2 === 0 ? `[${json}]` : `{"a":${json}}`),
      inner,
    );
  const depthOf = (one: unknown): number =>
    typeof one === "object" && one !== null
      ? 1 + Math.max(0, ...Object.values(one).map(depthOf))
      : 0;
  const tooDeep = "Request body must be nested at most 100 deep.";
  expect(() => parse("[".repeat(101))).toThrow(tooDeep);
  expect(() => parse(`[${"[],{},".repeat(1_000)}[]]`)).not.toThrow();
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.integer({ min: 90, max: 110 }), (one, depth) => {
      const read = expect(() => parse(nested(depth, JSON.stringify(one))));
      if (depth + depthOf(one) > 100) read.toThrow(tooDeep);
      else read.not.toThrow();
    }),
  );
});
