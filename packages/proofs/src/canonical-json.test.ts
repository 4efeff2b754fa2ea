import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

describe("canonical JSON", () => {
  it("is that of the examples of RFC 8785", () => {
    // Section 3.2.2, without its numbers, which are not whole.
    const value = JSON.parse(
      String.raw`{ "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false] }`,
    );
    expect(canonicalJson(value)).toBe(
      String.raw`{"literals":[null,true,false],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );

    // Section 3.2.3: fields are sorted by UTF-16 code units, so the emoji is before the Hebrew letter.
    const fields = JSON.parse(String.raw`{
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis"
    }`);
    expect([...canonicalJson(fields).matchAll(/:"([^"]*)"/g)].map(([, text]) => text)).toEqual([
      "Carriage Return",
      "One",
      "Control",
      "Latin Small Letter O With Diaeresis",
      "Euro Sign",
      "Emoji: Grinning Face",
      "Hebrew Letter Dalet With Dagesh",
    ]);

    // Appendix B, the whole numbers that a double has exactly.
    expect([0, -0, 9007199254740991, -9007199254740991].map(canonicalJson)).toEqual([
      "0",
      "0",
      "9007199254740991",
      "-9007199254740991",
    ]);
  });

  it("has each code point as a second way of writing it says", () => {
    for (let first = 0; first <= 0x10ffff; first += 0x400) {
      if (first >= 0xd800 && first < 0xe000) continue; // halves of surrogate pairs
      const text = String.fromCodePoint(...Array.from({ length: 0x400 }, (_, at) => first + at));
      expect(canonicalJson(text)).toBe(naiveText(text));
    }
  });

  it("is that of a second way of writing it, and has the value", () => {
    const text = fc.string({ unit: "binary" });
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        text,
        fc.maxSafeInteger(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie("value"), { maxLength: 5 }),
        fc.dictionary(text, tie("value"), { maxKeys: 5 }),
      ),
    }));

    fc.assert(
      fc.property(value, (json) => {
        expect(canonicalJson(json)).toBe(naiveJson(json));
        expect(JSON.parse(canonicalJson(json))).toEqual(JSON.parse(JSON.stringify(json)));
      }),
      { numRuns: 500 },
    );
  });

  it("has a field whose name is that of a prototype, and none that is undefined", () => {
    expect(canonicalJson(JSON.parse('{"b": 1, "__proto__": {"a": 2}}'))).toBe(
      '{"__proto__":{"a":2},"b":1}',
    );
    expect(canonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}');
  });

  it("is refused exactly for text with half a surrogate pair, also in a name", () => {
    const half = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
    const units = fc.constantFrom(0x41, 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000);
    const texts = fc.array(units, { maxLength: 4 }).map((list) => String.fromCharCode(...list));

    fc.assert(
      fc.property(texts, (text) => {
        for (const value of [text, [text], { [text]: 1 }]) {
          if (half.test(text)) expect(() => canonicalJson(value)).toThrow(TypeError);
          else expect(canonicalJson(value)).toBe(JSON.stringify(value));
        }
      }),
      { numRuns: 500 },
    );
  });

  it("is refused for what it does not have", () => {
    for (const value of [
      1.5,
      2 ** 53,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      1n,
      undefined,
      String,
    ]) {
      expect(() => canonicalJson([value]), String(value)).toThrow(TypeError);
    }
  });
});

/** RFC 8785 written out: no JSON.stringify, no sort() without a rule. */
function naiveJson(value: unknown): string {
  if (typeof value === "string") return naiveText(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(naiveJson).join(",")}]`;
  const fields = Object.entries(value).map(
    ([name, field]) => [name, `${naiveText(name)}:${naiveJson(field)}`] as const,
  );
  fields.sort(([one], [other]) => naiveOrder(one, other));
  return `{${fields.map(([, text]) => text).join(",")}}`;
}

const short: Record<number, string> = {
  8: "\\b",
  9: "\\t",
  10: "\\n",
  12: "\\f",
  13: "\\r",
  34: '\\"',
  92: "\\\\",
};

function naiveText(text: string): string {
  const written = Array.from({ length: text.length }, (_, at) => {
    const unit = text.charCodeAt(at);
    const escaped = short[unit] ?? (unit < 32 ? `\\u${hex(unit)}` : undefined);
    return escaped ?? text.charAt(at);
  });
  return `"${written.join("")}"`;
}

/** The hex of the units, four digits each, compared digit by digit. */
function naiveOrder(one: string, other: string): number {
  const [left, right] = [one, other].map((text) =>
    Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join(""),
  );
  return (left ?? "") < (right ?? "") ? -1 : 1;
}

const hex = (unit: number) => unit.toString(16).padStart(4, "0");
