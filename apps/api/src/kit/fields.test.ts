import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { forRows } from "../../test/harness/for-rows.ts";
import {
  currency,
  dateTime,
  decimal,
  filterId,
  nested,
  omittable,
  oneOf,
  optionalDescription,
  optionalEmail,
  optionalId,
  optionalMailbox,
  optionalName,
  request,
  requiredId,
  requiredKey,
  requiredName,
  requiredText,
  returnUrl,
} from "./fields.ts";
import { formatAmount } from "./money.ts";

/** What a caller is told: the first issue's message. Null when the request is accepted. */
function complaint(schema: z.ZodType, body: unknown): string | null {
  const read = schema.safeParse(body);
  return read.success ? null : (read.error.issues[0]?.message ?? "");
}

const half = "\ud83d";
const absent = Symbol("absent");
const bodyOf = (name: string, value: unknown) => (value === absent ? {} : { [name]: value });

/** @param rows values of the field, each with the message that refuses it; a word on the value may stand before it */
const refuses = (schema: z.ZodType, name: string, rows: readonly (readonly unknown[])[]) =>
  forRows(rows, (...row: readonly unknown[]) => {
    const [value, message] = row.slice(-2);
    expect(complaint(schema, bodyOf(name, value))).toBe(message);
  });

/** @param rows values of the field, and as what each is read */
const reads = (schema: z.ZodType, name: string, rows: readonly (readonly [unknown, unknown])[]) =>
  forRows(rows, (value, read) => {
    expect(schema.parse({ [name]: value })).toEqual({ [name]: read });
  });

const keeps = (schema: z.ZodType, name: string, values: readonly unknown[]) =>
  reads(
    schema,
    name,
    values.map((value) => [value, value]),
  );

describe("required text", () => {
  const schema = request({ name: requiredText(200) });

  test("that breaks a rule is refused", () =>
    refuses(schema, "name", [
      ["absent", absent, "name is required."],
      ["null", null, "name is required."],
      ["empty", "", "name is required."],
      ["blank", " \t\n\u3000", "name is required."],
      ["a number", 5, "name must be a string."],
      ["a boolean", false, "name must be a string."],
      ["an object", {}, "name must be a string."],
      ["an array", ["a"], "name must be a string."],
      ["text with NUL", "a\0b", "name must not contain null characters."],
      ["half of a surrogate pair", `a${half}`, "name must be valid Unicode text."],
      ["one character too many", "a".repeat(201), "name must be at most 200 characters."],
      ["one emoji too many", "😀".repeat(201), "name must be at most 200 characters."],
      ["too long and with NUL", "\0".repeat(201), "name must not contain null characters."],
    ]));

  test("up to the limit is returned as given", () =>
    keeps(schema, "name", ["a".repeat(200), "😀".repeat(200), "  Ada \n"]));
});

describe("a required name", () => {
  const schema = request({ name: requiredName(200) });
  const control = "name must not contain control characters.";
  const noDirection = "name must not contain characters that change the direction of text.";
  const invisible = "name must contain a visible character.";

  test("that breaks a rule is refused", () =>
    refuses(schema, "name", [
      ["absent", absent, "name is required."],
      ["blank", " \t\n\u3000", "name is required."],
      ["text with NUL", "a\0b", "name must not contain null characters."],
      ["half of a surrogate pair", `a${half}`, "name must be valid Unicode text."],
      ["one character too many", "a".repeat(201), "name must be at most 200 characters."],
      ["text with a line break", "a\r\nb", control],
      ["text with a line break at its end", "a\n", control],
      ["text with a tab", "a\tb", control],
      ["text with ESC", "\u001b[2Ja", control],
      ["text with DEL", "a\u007f", control],
      ["text with C1", "a\u009b31m", control],
      ["text with a line separator", "a\u2028b", control],
      ["an override", "\u202eabc", noDirection],
      ["an embedding", "a\u202ab\u202c", noDirection],
      ["an isolate", "a\u2067b\u2069", noDirection],
      ["a zero-width space", "\u200b", invisible],
      ["blanks and joiners", " \u200d \u2060", invisible],
      ["a byte order mark and a soft hyphen", "\ufeff\u00ad", invisible],
      ["a Hangul filler", "\u3164", invisible],
      ["an empty Braille cell", "\u2800", invisible],
      ["tags", "\u{e0041}\u{e0042}", invisible],
    ]));

  test("of any language is returned as given", () =>
    keeps(schema, "name", [
      "  Ada ",
      "Zoë Ångström",
      "e\u0301te\u0301",
      "\u0928\u093f\u0924\u093f\u0928 \u0915\u094d\u200d\u0937",
      "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
      "\u200fעברית\u200e ABC",
      "\u0627\u0644\u0639\u0631\u0628\u064a\u0629",
      "日本語　株式会社",
      "👩‍👩‍👧‍👦 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} ❤️ 🇩🇪",
      "𝟙 x² <b>&amp;</b>",
    ]));
});

describe("an optional name", () => {
  const schema = request({ name: optionalName(200) });

  test("is read without blanks around it", () =>
    reads(schema, "name", [
      ["", undefined],
      ["  ", undefined],
      ["\ufeff", undefined],
      [" Ada ", " Ada "],
    ]));

  test("refuses control characters and invisible names", () => {
    expect(complaint(schema, { name: "a\nb" })).toBe("name must not contain control characters.");
    expect(complaint(schema, { name: "\u200b" })).toBe("name must contain a visible character.");
  });
});

describe("an optional description", () => {
  const schema = request({ description: optionalDescription(2000) });

  test("that is null or absent counts as omitted", () =>
    forRows(
      [
        ["absent", absent],
        ["null", null],
      ],
      (_, value) => {
        expect(schema.parse(bodyOf("description", value)).description).toBeUndefined();
      },
    ));

  test("that is not a string is refused", () => {
    expect(complaint(schema, { description: 7 })).toBe("description must be a string.");
    expect(complaint(schema, { description: half })).toBe(
      "description must be valid Unicode text.",
    );
  });

  test("is returned as given", () =>
    keeps(schema, "description", ["", "  ", "a\nb", "a\r\nb\rc\n", "a\u2029b"]));

  test("that breaks a rule is refused", () =>
    refuses(schema, "description", [
      ["\0", "description must not contain null characters."],
      ["a\tb", "description must not contain control characters."],
      ["a\n\u001b[2J", "description must not contain control characters."],
      ["a\u0085b", "description must not contain control characters."],
      ["a\n\u202eb", "description must not contain characters that change the direction of text."],
      ["\u200b\n", "description must contain a visible character."],
      ["a".repeat(2001), "description must be at most 2000 characters."],
    ]));
});

describe("a required key", () => {
  const schema = request({ eventKey: requiredKey(255) });

  test("is any string without control characters", () => {
    for (const eventKey of [" a/b:c ", "\u202ea", "\u200b", "é"]) {
      expect(schema.parse({ eventKey })).toEqual({ eventKey });
    }
    for (const eventKey of ["a\nb", "\u001b[2J", "a\u007f", "a\u0090"]) {
      const message = "eventKey must not contain control characters.";
      expect(complaint(schema, { eventKey })).toBe(message);
    }
    expect(complaint(schema, { eventKey: "\t" })).toBe("eventKey is required.");
  });
});

describe("a return URL", () => {
  const schema = request({ successUrl: returnUrl() });

  test("is returned as a URL", () =>
    reads(schema, "successUrl", [
      ["https://a.example", "https://a.example/"],
      ["https://a.example/b?c=d#e", "https://a.example/b?c=d#e"],
      ["HTTPS://A.Example:443/b/../c", "https://a.example/c"],
      ["https://пример.example/é f", "https://xn--e1afmkfd.example/%C3%A9%20f"],
      ["https://ｅxample.com", "https://example.com/"],
      ["http://localhost:5173/plans", "http://localhost:5173/plans"],
      ["http://0x7f.1/", "http://127.0.0.1/"],
      ["http://[::1]:3000", "http://[::1]:3000/"],
    ]));

  test("of another form is refused", () =>
    forRows(
      [
        ...["", "evil.com", "https:evil.com", "https:/evil.com", "https:///evil.com", "https://"],
        ...["https:/\\evil.com", "https:\\\\evil.com", "https://good.example\\@evil.com"],
        ...[
          " https://a.example",
          "https://a.example ",
          "\u3000https://a.example",
          "\ufeffhttps://a.example",
        ],
        ...[
          "https://a.exam\nple",
          "ht\ttps://a.example",
          "https://a.example/\u001b",
          "https://a.example/\u009b",
        ],
        ...[
          "https://good.example@evil.com",
          "https://a:b@evil.com",
          "http://a.example",
          "javascript:alert(1)",
        ],
        ...["http://localhost.evil.com", "https://a b/", "//evil.com", "data:text/html,a"],
      ],
      (successUrl) => {
        const message = "successUrl must be an https or localhost URL.";
        expect(complaint(schema, { successUrl })).toBe(message);
      },
    ));

  test("is at most 2048 characters, both as given and as parsed", () => {
    const message = "successUrl must be at most 2048 characters.";
    for (const path of ["a".repeat(2_048), "é".repeat(400)]) {
      expect(complaint(schema, { successUrl: `https://a.example/${path}` })).toBe(message);
    }
  });
});

describe("an id", () => {
  const schema = request({ serviceId: requiredId(), userId: optionalId() });

  test("that is required and no id is refused", () =>
    refuses(schema, "serviceId", [
      [absent, "serviceId is required."],
      [null, "serviceId is required."],
      ["  ", "serviceId is required."],
      [1, "serviceId must be a string."],
      ["a\0", "serviceId must not contain null characters."],
      ["a".repeat(256), "serviceId must be at most 255 characters."],
    ]));

  test("that is optional and no id is refused", () =>
    forRows(
      [
        [1, "userId must be a string."],
        ["a\0", "userId must not contain null characters."],
        [half, "userId must be valid Unicode text."],
        ["a".repeat(256), "userId must be at most 255 characters."],
      ],
      (userId, message) => {
        expect(complaint(schema, { serviceId: "a", userId })).toBe(message);
      },
    ));

  test("in a list filter is refused if it is longer than any id", () => {
    const filter = request({ invoiceId: filterId() });
    expect(complaint(filter, { invoiceId: "a".repeat(256) })).toBe(
      "invoiceId must be at most 255 characters.",
    );
    expect(filter.parse({ invoiceId: " " })).toEqual({ invoiceId: " " });
  });

  test("of any form is accepted, and an optional null counts as omitted", () => {
    expect(schema.parse({ serviceId: "No Cuid!", userId: null })).toEqual({
      serviceId: "No Cuid!",
      userId: undefined,
    });
  });
});

describe("an e-mail address", () => {
  const schema = request({ owner: nested({ email: optionalEmail() }) });
  const invalid = "owner.email must be a valid email address.";

  test("that breaks a rule is refused", () =>
    forRows(
      [
        [absent, null],
        [null, null],
        [" ", null],
        [5, "owner.email must be a string."],
        ["a\0@example.com", "owner.email must not contain null characters."],
        ["ada", invalid],
        ["ada@", invalid],
        ["@example.com", invalid],
        ["ada@example", invalid],
        ["ada@@example.com", invalid],
        ["ada lovelace@example.com", invalid],
        [" ada@example.com", invalid],
        ["ada@example.com\n", invalid],
        [`${"a".repeat(309)}@example.com`, "owner.email must be at most 320 characters."],
      ],
      (value, message) => {
        expect(complaint(schema, { owner: bodyOf("email", value) })).toBe(message);
      },
    ));

  test("with characters that deceive its reader, or for no host on the internet, is refused", () =>
    forRows(
      [
        "a\r\nBcc: all@example.com",
        "a\u202e@example.com",
        "a@exam\u202eple.com",
        "a\u200b@example.com",
        "a@exam\u00adple.com",
        "a\u2028@example.com",
        "a\u00a0b@example.com",
        "\u3164@example.com",
        "\u0301a@example.com",
        "Ada <ada@example.com>",
        "ada@example.com,bob@example.com",
        "ada;bob@example.com",
        "ada@example.com;bob",
        "security＠bank.com@example.com",
        "ada，bob@example.com",
        '"ada lovelace"@example.com',
        "(ada)@example.com",
        "ada\\@example.com",
        ".ada@example.com",
        "ada.@example.com",
        "a..da@example.com",
        "ada@[127.0.0.1]",
        "ada@127.0.0.1",
        "ada@0x7f.1",
        "ada@example.c",
        "ada@example..com",
        "ada@example.com.",
        "ada@-example.com",
        "ada@example-.com",
        "ada@exam_ple.com",
        "ada@exam%70le.com",
        "ada@example.com/path",
        "ada@example.com:25",
        `ada@${"a".repeat(64)}.com`,
        `ada@${"a.".repeat(126)}com`,
      ],
      (email) => {
        expect(complaint(schema, { owner: { email } })).toBe(invalid);
      },
    ));

  test("is accepted as given", () =>
    forRows(
      [
        "Ada.Lovelace+usance@Mail.Example.com",
        `${"a".repeat(308)}@example.com`,
        ...Array.from("!#$%&'*+/=?^_`{|}~-", (character) => `r${character}d@example.com`),
        "sales/emea@example.com",
        "moya@xn--h1alffa9f.xn--p1ai",
        "ada@1.example.museum",
        "räucher@example.com",
        "用户@example.com",
        "उपयोगकर्ता@example.com",
      ],
      (email) => {
        expect(schema.parse({ owner: { email } })).toEqual({ owner: { email } });
      },
    ));

  test("in several spellings is one address", () =>
    forRows(
      [
        ["info@räucher.de", "info@xn--rucher-bua.de"],
        ["info@ra\u0308ucher.de", "info@xn--rucher-bua.de"],
        ["Info@RÄUCHER.de", "Info@xn--rucher-bua.de"],
        ["moya@почта.рф", "moya@xn--80a1acny.xn--p1ai"],
        ["ada@ｅｘａｍｐｌｅ。com", "ada@example.com"],
        ["Ra\u0308UCHER@example.com", "RäUCHER@example.com"],
        ["Ä@example.com", "ä@example.com"],
        ["\u212aim@example.com", "Kim@example.com"],
      ],
      (email, stored) => {
        expect(schema.parse({ owner: { email } })).toEqual({ owner: { email: stored } });
      },
    ));
});

describe("the e-mail address of a subscriber", () => {
  const schema = request({ email: optionalMailbox() });

  test("that no mail server takes is refused", () =>
    forRows(
      ["-ada@example.com", `${"a".repeat(65)}@example.com`, `${"ä".repeat(33)}@example.com`, "ada"],
      (email) => {
        expect(complaint(schema, { email })).toBe("email must be a valid email address.");
      },
    ));

  test("of unusual form is accepted as given", () =>
    keeps(schema, "email", ["a-da@example.com", `${"a".repeat(64)}@example.com`, "a@example.com"]));

  test("may be left out or blank", () => {
    expect(schema.parse({ email: " " })).toEqual({ email: undefined });
    expect(schema.parse({})).toEqual({ email: undefined });
  });
});

describe("an enum", () => {
  const schema = request({ role: oneOf(["DEVELOPER", "PAYER"]) });
  const list = "role must be one of: DEVELOPER, PAYER.";

  test("that breaks a rule is refused", () =>
    refuses(schema, "role", [
      [absent, "role is required."],
      [null, "role is required."],
      ["", list],
      ["payer", list],
      ["PAYER ", list],
      ["__proto__", list],
      [0, list],
      [["PAYER"], list],
    ]));

  test("accepts each of its values", () => {
    expect(schema.parse({ role: "PAYER" })).toEqual({ role: "PAYER" });
    expect(schema.parse({ role: "DEVELOPER" })).toEqual({ role: "DEVELOPER" });
  });
});

describe("a decimal", () => {
  const schema = request({ amount: decimal() });
  const rule = "amount must be a non-negative decimal with at most six decimal places.";

  test("that breaks a rule is refused", () =>
    refuses(schema, "amount", [
      [absent, "amount is required."],
      [null, "amount is required."],
      ["", "amount is required."],
      [" \n", "amount is required."],
      [true, rule],
      [["1"], rule],
      [{}, rule],
      ["-1", rule],
      ["1e2", rule],
      ["1.0000001", rule],
      ["1234567890123456789", rule],
      [" 1", rule],
      ["1\0", rule],
      [-1, rule],
      [1e-7, rule],
      [1e18, rule],
      [Number.POSITIVE_INFINITY, rule],
      [Number.NaN, rule],
    ]));

  test("is parsed exactly", () =>
    forRows(
      [
        ["0", "0.000000"],
        ["12.50000000", "12.500000"],
        ["999999999999999999.999999", "999999999999999999.999999"],
        [0, "0.000000"],
        [0.000001, "0.000001"],
      ],
      (amount, text) => {
        expect(formatAmount(schema.parse({ amount }).amount)).toBe(text);
      },
    ));
});

describe("a date-time", () => {
  const schema = request({ dueAt: dateTime() });
  const rule = "dueAt must be an ISO 8601 date-time.";
  const pad = (value: number, length = 2) => String(value).padStart(length, "0");
  const daysIn = (year: number, month: number) => {
    const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  };

  const year = fc.oneof(fc.integer({ min: 0, max: 9999 }), fc.constantFrom(0, 1, 1900, 2000, 9999));
  const month = fc.integer({ min: 1, max: 12 });
  const offset = fc.record({
    sign: fc.constantFrom(1, -1),
    hours: fc.integer({ min: 0, max: 23 }),
    minutes: fc.integer({ min: 0, max: 59 }),
  });
  const parts = fc.record({
    year,
    month,
    day: fc.integer({ min: 1, max: 31 }),
    hour: fc.integer({ min: 0, max: 23 }),
    minute: fc.integer({ min: 0, max: 59 }),
    second: fc.integer({ min: 0, max: 59 }),
    fraction: fc.string({ unit: fc.constantFrom(..."0123456789"), maxLength: 12, size: "max" }),
    offset: fc.option(offset),
  });

  test("is read in UTC to the millisecond, or refused if the day does not exist in the years 1 to 9999", () => {
    fc.assert(
      fc.property(parts, (at) => {
        const { sign, hours, minutes } = at.offset ?? { sign: 1, hours: 0, minutes: 0 };
        const zone = at.offset && `${sign > 0 ? "+" : "-"}${pad(hours)}:${pad(minutes)}`;
        const fraction = at.fraction && `.${at.fraction}`;
        const day = `${pad(at.year, 4)}-${pad(at.month)}-${pad(at.day)}`;
        const time = `${pad(at.hour)}:${pad(at.minute)}:${pad(at.second)}`;
        const text = `${day}T${time}${fraction}${zone ?? "Z"}`;

        const utc = new Date(0);
        utc.setUTCFullYear(at.year, at.month - 1, at.day);
        const milliseconds = Number(at.fraction.slice(0, 3).padEnd(3, "0"));
        const offsetMinutes = sign * (hours * 60 + minutes);
        utc.setUTCHours(at.hour, at.minute - offsetMinutes, at.second, milliseconds);
        const isStorable = utc.getUTCFullYear() >= 1 && utc.getUTCFullYear() <= 9999;

        if (at.day <= daysIn(at.year, at.month) && isStorable) {
          expect(schema.parse({ dueAt: text })).toEqual({ dueAt: utc });
        } else {
          expect(complaint(schema, { dueAt: text })).toBe(rule);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("is the moment in UTC", () =>
    forRows(
      [
        ["2000-02-29T00:00:00Z", "2000-02-29T00:00:00.000Z"],
        ["2028-02-29T23:59:59.9999+00:00", "2028-02-29T23:59:59.999Z"],
        ["2026-01-01T00:30:00.5+05:45", "2025-12-31T18:45:00.500Z"],
        ["2026-01-31T12:00:00.0010000000Z", "2026-01-31T12:00:00.001Z"],
        ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
        ["0000-12-31T23:30:00-00:30", "0001-01-01T00:00:00.000Z"],
        ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
        ["2026-01-31T12:00Z", "2026-01-31T12:00:00.000Z"],
        ["2026-01-31T12:00+05:45", "2026-01-31T06:15:00.000Z"],
        ["2026-01-31t12:00:00.5z", "2026-01-31T12:00:00.500Z"],
        ["2026-01-31T12:00:00.999999+00:00", "2026-01-31T12:00:00.999Z"], // Python's isoformat()
        ["2026-01-31T13:00:00.123456789+01:00", "2026-01-31T12:00:00.123Z"], // Go's RFC3339Nano, Rust's to_rfc3339()
        ["2026-01-31T12:00:00.123456789Z", "2026-01-31T12:00:00.123Z"], // Java's Instant
        ["2026-01-31T12:00:00.1234567Z", "2026-01-31T12:00:00.123Z"], // .NET's "O"
      ],
      (dueAt, utc) => {
        expect(schema.parse({ dueAt }).dueAt.toISOString()).toBe(utc);
      },
    ));

  test("of another form is refused", () =>
    forRows(
      [
        ["30 February", "2026-02-30T00:00:00Z"],
        ["29 February in a common year", "1900-02-29T00:00:00Z"],
        ["month 13", "2026-13-01T00:00:00Z"],
        ["hour 24", "2026-01-31T24:00:00Z"],
        ["minute 60", "2026-01-31T12:60:00Z"],
        ["a leap second", "2026-06-30T23:59:60Z"],
        ["no offset", "2026-01-31T12:00:00"],
        ["an offset of 24 hours", "2026-01-31T12:00:00+24:00"],
        ["only a date", "2026-01-31"],
        ["only a time", "12:00:00Z"],
        ["a blank for the T", "2026-01-31 12:00:00Z"],
        ["a point without digits", "2026-01-31T12:00:00.Z"],
        ["a fraction of a minute", "2026-01-31T12:00.5Z"],
        ["only an hour", "2026-01-31T12Z"],
        ["a blank before it", " 2026-01-31T12:00:00Z"],
        ["a line break after it", "2026-01-31T12:00:00Z\n"],
        ["NUL after it", "2026-01-31T12:00:00Z\0"],
        ["a year of six digits", "+002026-01-31T12:00:00Z"],
        ["before the year 1 in UTC", "0001-01-01T00:00:00+00:01"],
        ["after the year 9999 in UTC", "9999-12-31T23:59:59-00:01"],
        ["other words", "Sat, 31 Jan 2026 12:00:00 GMT"],
        ["empty", ""],
        ["milliseconds since 1970", 1769860800000],
        ["an object", {}],
      ],
      (_, dueAt) => {
        expect(complaint(schema, { dueAt })).toBe(rule);
      },
    ));

  test("that is optional may be null or absent", () => {
    const optional = request({ dueAt: omittable(dateTime()) });
    expect(optional.parse({ dueAt: null }).dueAt).toBeUndefined();
    expect(optional.parse({}).dueAt).toBeUndefined();
    expect(complaint(optional, { dueAt: "" })).toBe(rule);
  });
});

describe("the currency", () => {
  const schema = request({ currency: currency() });

  test("other than USDC is refused", () =>
    forRows(["EUR", "usdc", "", " ", 0, {}], (value) => {
      expect(complaint(schema, { currency: value })).toBe("currency must be USDC.");
    }));

  test("may be omitted or USDC", () => {
    expect(schema.parse({}).currency).toBeUndefined();
    expect(schema.parse({ currency: null }).currency).toBeUndefined();
    expect(schema.parse({ currency: "USDC" }).currency).toBe("USDC");
  });
});

describe("a request", () => {
  test("that is no object is refused", () =>
    forRows([[undefined], [null], [[]], ["{}"], [5], [true]], (body) => {
      expect(complaint(request({ name: requiredText(5) }), body)).toBe(
        "Request body must be a JSON object.",
      );
    }));

  test("that strips drops unknown fields", () => {
    const body = JSON.parse('{"name":"a","other":1,"__proto__":{"admin":true}}');
    expect(
      request({ name: requiredText(5) })
        .strip()
        .parse(body),
    ).toEqual({ name: "a" });
  });

  test("is refused for the first bad field in the order of the schema, not of the body", () => {
    const schema = request({
      name: requiredText(5),
      quantity: decimal(),
      role: omittable(oneOf(["DEVELOPER", "PAYER"])),
      owner: omittable(nested({ email: optionalEmail(), name: optionalDescription(5) })),
      currency: currency(),
      occurredAt: omittable(dateTime()),
    });
    const good = { name: "a", quantity: "1" };
    const bad = {
      name: ["too long", "name must be at most 5 characters."],
      quantity: [-1, "quantity must be a non-negative decimal with at most six decimal places."],
      role: ["?", "role must be one of: DEVELOPER, PAYER."],
      owner: [{ name: 1, email: "?" }, "owner.email must be a valid email address."],
      currency: ["EUR", "currency must be USDC."],
      occurredAt: ["now", "occurredAt must be an ISO 8601 date-time."],
    } as const;
    type Name = keyof typeof bad;
    const names = Object.keys(bad) as Name[];

    fc.assert(
      fc.property(fc.shuffledSubarray(names, { minLength: 1 }), (broken) => {
        const worse = Object.fromEntries(broken.map((name) => [name, bad[name][0]]));
        const first = names.filter((name) => broken.includes(name)).map((name) => bad[name][1])[0];
        expect(complaint(schema, { ...worse, ...good, ...worse })).toBe(first);
        expect(complaint(schema, { ...good, ...worse })).toBe(first);
      }),
    );
    expect(complaint(schema, good)).toBeNull();
  });
});

describe("an object inside a body", () => {
  const schema = request({ owner: nested({ name: optionalDescription(5) }) });

  test("of another kind is refused", () =>
    refuses(schema, "owner", [
      [absent, "owner is required."],
      [null, "owner is required."],
      ["Ada", "owner must be an object."],
      [[], "owner must be an object."],
      [0, "owner must be an object."],
    ]));
});
