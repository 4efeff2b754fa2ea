import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { readCsvRecords } from "../../lib/csv-records.ts";
import { cellOf, lineOf } from "./cell.ts";

describe("a cell of CSV", () => {
  it("is text that no spreadsheet takes for a formula", () =>
    forRows(
      [
        ["=HYPERLINK(A1)", "'=HYPERLINK(A1)"],
        ["+1 555 0100", "'+1 555 0100"],
        ["@SUM(A1)", "'@SUM(A1)"],
        ["-1+cmd", "'-1+cmd"],
        ["\t=1", "'\t=1"],
        ["\r=1", `"'\r=1"`],
        ["-12.500000", "-12.500000"],
        ["-5", "-5"],
        ["12.500000", "12.500000"],
        ["a,b", '"a,b"'],
        ['say "hi"', '"say ""hi"""'],
        ["two\nlines", '"two\nlines"'],
        [null, ""],
        [undefined, ""],
        [true, "true"],
        [["a", "b"], '"[""a"",""b""]"'],
        [{ a: 1 }, '"{""a"":1}"'],
      ],
      (value, cell) => {
        expect(cellOf(value)).toBe(cell);
      },
    ));

  it("reads back as it was, and never begins a formula", async () => {
    const cell = fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",;a1.é') });
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 2 }), async (cells) => {
        async function* text() {
          yield lineOf(cells);
        }
        const [read] = await Array.fromAsync(readCsvRecords(text(), 10_000));
        const found = read?.cells ?? [];
        expect(found.map((one) => one.replace(/^'(?=[=+\-@\t\r])/, ""))).toEqual(
          cells.map((one) => one.replace(/^'(?=[=+\-@\t\r])/, "")),
        );
        for (const one of found) {
          if (!/^-\d+(\.\d+)?$/.test(one)) expect(one).not.toMatch(/^[=+\-@\t\r]/);
        }
      }),
    );
  });
});
