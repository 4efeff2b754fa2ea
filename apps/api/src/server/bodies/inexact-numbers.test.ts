import fc from "fast-check";
import { expect, test } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { checkJson } from "./check-json.ts";

/** @returns the text with its inexact numbers overwritten */
function spoilInexactNumbers(json: string): string {
  const bytes = Buffer.from(json);
  checkJson(bytes);
  return bytes.toString();
}

/** What stands in the place of an inexact number: as many characters. */
const infinityFor = (number: string) => "1e999".padEnd(number.length);

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength, size: "max" });
const whole = digits(1, 25).map((text) => text.replace(/^0+(?=\d)/, ""));

/** A JSON number as people and machines write it, in its parts. */
const numberText = fc
  .tuple(
    fc.constantFrom("", "-"),
    whole,
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

const isHeldExactly = (text: string) => canonical(text) === canonical(String(Number(text)));

/** JSON and what it must become, side by side. */
interface Pair {
  readonly json: string;
  readonly spoiled: string;
}
const same = (json: string): Pair => ({ json, spoiled: json });
const number = numberText.map((text) =>
  isHeldExactly(text) ? same(text) : { json: text, spoiled: text.replace(/\d.*/, infinityFor) },
);
const text = fc
  .oneof(
    fc.string(),
    numberText,
    fc.string({ unit: fc.constantFrom("\\", '"', "9", ".", "\n", ",", ":") }),
  )
  .map((value) => same(JSON.stringify(value)));
const wrap = (open: string, pairs: readonly Pair[], close: string): Pair => ({
  json: open + pairs.map(({ json }) => json).join(" , ") + close,
  spoiled: open + pairs.map(({ spoiled }) => spoiled).join(" , ") + close,
});
const { value } = fc.letrec<{ value: Pair }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    number,
    text,
    fc.constantFrom("true", "false", "null").map(same),
    fc.array(tie("value"), { maxLength: 5 }).map((items) => wrap("[", items, "]")),
    fc.array(fc.tuple(text, tie("value")), { maxLength: 5 }).map((fields) =>
      wrap(
        "{",
        fields.map(([key, item]) => wrap(`${key.json}: `, [item], "")),
        "}",
      ),
    ),
  ),
}));

test("replaces a number that a double changes with an infinite one, and leaves the rest of the text unchanged", () => {
  fc.assert(
    fc.property(value, ({ json, spoiled }) => {
      expect(spoilInexactNumbers(json)).toBe(spoiled);
      expect(JSON.parse(spoilInexactNumbers(json))).toEqual(JSON.parse(spoiled));
    }),
    { numRuns: 500 },
  );
});

test("never changes a number of at most 15 significant digits", () => {
  const scaled = fc.tuple(
    fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
    fc.integer({ min: -280, max: 280 }),
    digits(0, 20).map((text) => text.replace(/\d/g, "0")),
  );
  fc.assert(
    fc.property(scaled, ([units, exponent, zeros]) => {
      const json = `{"quantity":${units}.0${zeros}e${exponent}}`;
      expect(spoilInexactNumbers(json)).toBe(json);
    }),
  );
});

test("a number that no double can represent becomes infinite", () =>
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
      const [read] = JSON.parse(spoilInexactNumbers(`[${json}]`));
      expect(Math.abs(read)).toBe(Number.POSITIVE_INFINITY);
    },
  ));

test("a number that a double can represent is left unchanged", () =>
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
      expect(spoilInexactNumbers(json)).toBe(json);
    },
  ));

test("digits in a string are left unchanged", () =>
  forRows(
    [
      '"9007199254740993"',
      String.raw`"\"9007199254740993"`,
      String.raw`"\\","9007199254740993"`,
      String.raw`"\u00229007199254740993"`,
      '{"9007199254740993":1}',
      '{"referenceHash":"0x5e999999999999999999999999999999"}',
    ],
    (json) => {
      expect(spoilInexactNumbers(json)).toBe(json);
    },
  ));

test("text that is not JSON stays invalid", () =>
  forRows(
    [
      "0012345678901234567890",
      "-0012345678901234567890",
      "12345678901234567890.",
      ".12345678901234567890",
      "+12345678901234567890",
      "12345678901234567890e",
      "12345678901234567890e+",
      "1234567890.1234567890.1234567890",
      "12345678901234567890-12345678901234567890",
      "12345678901234567890 12345678901234567890",
      "0x12345678901234567890",
      "--12345678901234567890",
      '"12345678901234567890',
      '{"a":12345678901234567890,"b":"\\',
    ],
    (json) => {
      expect(() => JSON.parse(spoilInexactNumbers(json))).toThrow(SyntaxError);
    },
  ));

test("any malformed JSON stays malformed", () => {
  const anyhow = fc.string({
    unit: fc.constantFrom(...'0123456789012345678901.-+eE"\\,[]'),
    maxLength: 60,
    size: "max",
  });
  fc.assert(
    fc.property(anyhow, (json) => {
      fc.pre(!isJson(json));
      expect(isJson(spoilInexactNumbers(json))).toBe(false);
    }),
    { numRuns: 2000 },
  );
});

// Half a million quotes that open and never close: with a step back at each the test would not end.
test("reads a string of 1 MiB in one pass, whether or not it is terminated", () => {
  const quotes = '\\"'.repeat(500_000);
  const open = `[9007199254740993,"${quotes}`;
  const spoiled = `[${infinityFor("9007199254740993")},"${quotes}`;
  expect(spoilInexactNumbers(open)).toBe(spoiled);
  expect(spoilInexactNumbers(`${open}"]`)).toBe(`${spoiled}"]`);
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

// Each zero of a malformed number, or each digit behind a point, was a number of its own to begin with.
test("finishes on a million characters that are not JSON", () =>
  forRows(
    [
      ["zeros", "0".repeat(1_000_000)],
      ["digits with points between them", "1.".repeat(500_000)],
      ["exponents of exponents", "1e1e".repeat(250_000)],
    ],
    (_, json) => {
      expect(isJson(spoilInexactNumbers(json))).toBe(false);
    },
  ));

test("compares sixteen long numbers plus one for every 160 bytes, and refuses more", () => {
  const list = (count: number, size: number) =>
    `[${Array(count).fill("0.30000000000000004").join()}]`.padEnd(size);
  for (const json of [list(16, 0), list(16 + 400, 64_000), list(16 + 399, 64_000)]) {
    expect(spoilInexactNumbers(json)).toBe(json);
  }
  for (const json of [list(40, 0), list(16 + 401, 64_000)]) {
    expect(() => spoilInexactNumbers(json)).toThrow(
      "Request body must have at most 16 numbers of more than 15 digits, and one more for every 160 bytes.",
    );
  }
});

test("accepts any count of numbers of at most 15 digits", () =>
  forRows(
    [
      ["0.1", 4_000],
      ["1234567.123456", 1_000],
      ["-1e-300", 2_000],
      ["99999999999999.9", 1_000],
    ],
    (number, count) => {
      const json = `[${Array(count).fill(number).join()}]`;
      expect(spoilInexactNumbers(json)).toBe(json);
    },
  ));

test("accepts usage events with quantities of 16 and 17 digits, alone and a thousand in a batch", () => {
  const event = (quantity: number) => ({
    serviceId: "egw35wee9bz4xd1hkwm7lbx9",
    subscriptionId: "c1mauw7vanitcg7fqkuyziz7",
    userId: "vxjws3uq8fhuddw0axpz43s6",
    eventKey: "r:1",
    quantity,
  });
  for (const count of [1, 1_000]) {
    const batch = Array.from({ length: count }, (_, index) =>
      event(index % 2 === 0 ? 1234567890.123456 : 0.1 + 0.2),
    );
    const json = JSON.stringify({ usageEvents: batch });
    expect(spoilInexactNumbers(json)).toBe(json);
  }
});

test("overwrites any count of numbers that no double can represent", () => {
  const list = (number: string) => `[${`${number},`.repeat(50_000)}0]`;
  for (const number of ["1e400", "1e-400", "123456789012345678"]) {
    expect(spoilInexactNumbers(list(number))).toBe(list(infinityFor(number)));
  }
});
