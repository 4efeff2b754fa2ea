import fc from "fast-check";
import { type Json, JsonObject, RawJson } from "./json-text.ts";

/* Values that nobody should send, but somebody does. */

/** Names that mean something to JavaScript itself. */
const poison = ["__proto__", "constructor", "prototype"] as const;

export const oddTexts: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...poison, "toString", "hasOwnProperty", "null", "undefined", "true", "[]", "{}"),
  // Empty texts, blanks, terminators of texts in other languages, lone surrogates, and characters that reverse or hide
  // text.
  fc.constantFrom("", " ", "\t\n", "\0", "a\0b", "\ud800", "\udc00a", "\ufeff", "\ufffd", "\uffff"),
  fc.constantFrom("\u202eabc\u202c", "e\u0301\u0323", "\u200b", "a".concat("\u0301".repeat(500))),
  fc.constantFrom(
    "ﬁ",
    "İ",
    "ẞ",
    "👩‍👩‍👧‍👦",
    "𝟙",
    "١٢٣",
    "\r\nSet-Cookie: a=b",
    "{{7*7}}",
    "{{7*7}}",
  ),
  fc.constantFrom(
    "' OR 1=1 --",
    '"; DROP TABLE services; --',
    "\\",
    "%00",
    "%",
    "../../etc/passwd",
  ),
  fc.constantFrom("<script>alert(1)</script>", "$ne", "a,b", "a;b", "a=b&c=d", "#", "?"),
  fc.constantFrom("x".repeat(256), "x".repeat(2_049), "é".repeat(10_000), "x".repeat(70_000)),
  fc.string({ unit: "binary", maxLength: 40 }),
);

/** As texts, with numbers as digits. */
const oddNumberTexts = fc.constantFrom(
  ...["0", "-0", "+1", "-1", "1.", ".5", "1e400", "1e-400", "1E2", "0x10", "0b1", "0o7", "1_000"],
  ...[
    "NaN",
    "Infinity",
    "-Infinity",
    "1,5",
    "1 000",
    "٣",
    "1.0000001",
    "0.0000000",
    "00012",
    " 1 ",
  ],
  ...["9".repeat(18), "9".repeat(19), "9".repeat(400), `0.${"0".repeat(400)}1`, "1n", "½"],
  ...["9007199254740993", "2147483648", "4294967296", "18446744073709551616", "--1", "1e", ""],
);

const oddDates = fc.constantFrom(
  ...[
    "2026-02-29T00:00:00Z",
    "2028-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "2026-13-01T00:00:00Z",
  ],
  ...["0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "0001-01-01T00:00:00+00:01"],
  ...["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59-23:59", "+275760-09-13T00:00:00Z"],
  ...[
    "-000001-01-01T00:00:00Z",
    "2026-01-31T24:00:00Z",
    "2026-06-30T23:59:60Z",
    "2026-01-31T12:00Z",
  ],
  ...["2026-01-31", "2026-01-31 12:00:00Z", "2026-01-31T12:00:00", "2026-01-31T12:00:00+25:00"],
  ...[
    "2026-01-31T12:00:00+05:45",
    "2026-01-31T12:00:00+00",
    "20260131T120000Z",
    "2026-W05-6T12:00Z",
  ],
  ...["2026-01-31t12:00:00z", "2026-01-31T12:00:00,5Z", `2026-01-31T12:00:00.${"1".repeat(300)}Z`],
  ...["Sat, 31 Jan 2026 12:00:00 GMT", "1769860800", "now", "infinity", "epoch"],
);

/** Texts that are almost valid. */
const oddForms = fc.constantFrom(
  ...[`0x${"0".repeat(40)}`, `0x${"G".repeat(64)}`, `0X${"a".repeat(64)}`, `0x${"a".repeat(63)}`],
  ...[
    `0x${"a".repeat(65)}`,
    `0x${"a".repeat(41)}`,
    "0x",
    `0x${"ab".repeat(4_000)}`,
    "A".repeat(24),
  ],
  ...[
    "a@b",
    "a@b.co\n",
    "@",
    `${"a".repeat(320)}@b.co`,
    "a b@c.co",
    '"a"@b.co',
    "javascript:alert(1)",
  ],
  ...[
    "http://localhost",
    "https://u:p@hooks.invalid",
    "https://",
    "//hooks.invalid",
    "file:///etc",
  ],
  ...[
    "https://10.0.0.1/",
    "https://[::1]/",
    "https://2130706433/",
    "https://hooks.invalid\\@a.invalid",
  ],
);

export const oddStrings = fc.oneof(
  { weight: 4, arbitrary: oddTexts },
  { weight: 2, arbitrary: oddNumberTexts },
  { weight: 2, arbitrary: oddDates },
  { weight: 2, arbitrary: oddForms },
);

/** Numbers that JSON allows, and some that it does not. */
const oddNumbers: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom(0, 1, -1, 0.1, 1e21, 1e-7, 101, 2 ** 31, 2 ** 53, Number.MAX_VALUE),
  oddNumberTexts.map((text) => new RawJson(text === "" ? "." : text)),
);

const deep = (open: string, close: string, depth: number) =>
  new RawJson(`${open.repeat(depth)}1${close.repeat(depth)}`);

/** Values that are nested deeper, or have more parts, than any of ours, and than most stacks allow. */
const oddStructures: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom(
    deep("[", "]", 200),
    deep('{"a":', "}", 200),
    deep("[", "]", 20_000),
    deep('{"a":', "}", 20_000),
    deep('{"__proto__":', "}", 5_000),
    deep('[{"constructor":', "}]", 5_000),
  ),
  fc.constantFrom(
    new RawJson(`[${"1,".repeat(10_000)}1]`),
    new RawJson(
      `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":${index}`).join(",")}}`,
    ),
  ),
);

const poisoned = fc.tuple(fc.constantFrom(...poison), fc.constantFrom<Json>(1, "x", null, [])).map(
  ([name, value]) =>
    new JsonObject([
      [name, new JsonObject([["polluted", value]])],
      ["constructor", new JsonObject([["prototype", new JsonObject([["polluted", value]])]])],
    ]),
);

export const oddValues: fc.Arbitrary<Json> = fc.oneof(
  { weight: 8, arbitrary: oddStrings },
  { weight: 3, arbitrary: oddNumbers },
  { weight: 3, arbitrary: fc.constantFrom<Json>(null, true, false, [], new JsonObject([])) },
  { weight: 2, arbitrary: poisoned },
  { weight: 1, arbitrary: oddStructures },
);

/** Names of fields that no operation has. */
export const oddNames = fc.oneof(
  fc.constantFrom<string>(...poison),
  fc.constantFrom(
    "",
    " ",
    "0",
    "length",
    "toString",
    "then",
    "toJSON",
    "$where",
    "a.b",
    "a[b]",
    "id",
  ),
  oddTexts,
);
