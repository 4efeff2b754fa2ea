import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { readCsvRecords } from "../../kit/csv-records.ts";
import { cellOf, lineOf } from "./cell.ts";

/** The separators of spreadsheets. */
const separators = [",", ";", ":", "\t", "|"];

/**
 * The cells that a spreadsheet reads from a line. A quote counts at the beginning of a cell only. Behind its end, the rest up
 * to the next separator belongs to the cell.
 */
function cellsBy(separator: string, line: string): string[] {
  const cells: string[] = [];
  for (let rest = line.replace(/\r\n$/, "") as string | undefined; rest !== undefined; ) {
    const [, inQuotes = "", behind = rest] = /^"((?:[^"]|"")*)"?(.*)$/s.exec(rest) ?? [];
    const end = behind.indexOf(separator);
    const tail = end < 0 ? behind : behind.slice(0, end);
    cells.push(inQuotes.replaceAll('""', '"') + tail);
    rest = end < 0 ? undefined : behind.slice(end + 1);
  }
  return cells.flatMap((cell) => cell.split(/[\r\n]/));
}

/**
 * A plain number, and the cells after it that a spreadsheet left together because it splits at another separator. A text in
 * quotes would be a string in any formula, so that no function or reference can stand in it.
 */
const numberAndCells = /^-?\d+(\.\d+)?(,("([^"]|"")*("|$)|-?\d+(\.\d+)?)?)*$/;

/** Whether a spreadsheet could take a cell for a formula. It may normalize it, and leave out what is not visible. */
const isFormula = (cell: string) =>
  /^[=+\-@\u2212]/.test(cell.normalize("NFKC").replace(/^[\s\p{Cc}\p{DI}\p{Cf}\u2800"]+/u, "")) &&
  !numberAndCells.test(cell);

describe("a cell of CSV", () => {
  it("is text in quotes that no spreadsheet takes for a formula", () =>
    forRows(
      [
        ["Weather API", '"Weather API"'],
        ["2026-01-01T00:00:00.000Z", '"2026-01-01T00:00:00.000Z"'],
        ["pat+1@example.com", '"pat+1@example.com"'],
        ["=HYPERLINK(A1)", `"'=HYPERLINK(A1)"`],
        ["+1 555 0100", `"'+1 555 0100"`],
        ["@SUM(A1)", `"'@SUM(A1)"`],
        ["-1+cmd", `"'-1+cmd"`],
        [" =1", `"' =1"`],
        ["\u200b\u00a0=1", `"'\u200b\u00a0=1"`],
        ["\t=1", `"'\t'=1"`],
        ["\r=1", `"'\r'=1"`],
        ["＝1", `"'＝1"`],
        ["x;=cmd|' /C calc'!A0", `"x;'=cmd|' /C calc'!A0"`],
        ["x; \u3000＝1;y", `"x;' \u3000＝1;y"`],
        ['x;"=1"', `"x;'""=1"""`],
        ["\u3164\ufe0f\u2800=1", `"'\u3164\ufe0f\u2800=1"`],
        ["x:=1", `"x:'=1"`],
        ["x\u037e=1", `"x\u037e'=1"`],
        ["https://a.example", '"https://a.example"'],
        ["x\n=1", `"x\n'=1"`],
        ["-12.500000", "-12.500000"],
        ["-5", "-5"],
        ["12.500000", "12.500000"],
        ["a,b", '"a,b"'],
        ['say "hi"', '"say ""hi"""'],
        [null, ""],
        [undefined, ""],
        [true, "true"],
        [5, "5"],
        ["", '""'],
        [["a", "b"], '"[""a"",""b""]"'],
        [{ a: 1 }, '"{""a"":1}"'],
        [{ "=a": "x;@b", c: -1 }, '"{""\\u003da"":""x;\\u0040b"",""c"":-1}"'],
      ],
      (value, cell) => {
        expect(cellOf(value)).toBe(cell);
      },
    ));

  it("escapes every character that normalizes to one that begins a formula", () => {
    const missed: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const text = String.fromCodePoint(code);
      if (/^[=+\-@]/.test(text.normalize("NFKC").trimStart()) && !cellOf(text).startsWith(`"'`)) {
        missed.push(code.toString(16));
      }
    }
    expect(missed).toEqual([]);
  });

  it("escapes what follows every character that normalizes to a separator, and every one that is not visible", () => {
    const missed: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const text = String.fromCodePoint(code);
      const separates =
        separators.includes(text.normalize("NFKC")) && !cellOf(`x${text}=1`).includes("'=");
      if (separates || (/\p{DI}/u.test(text) && !cellOf(`${text}=1`).startsWith(`"'`))) {
        missed.push(code.toString(16));
      }
    }
    expect(missed).toEqual([]);
  });

  const character = fc.constantFrom(...'=+-@＝−\t\r\n" ;:,|a1.é\u200b\u3164');
  const text = fc.string({ unit: character });

  /** Negative numbers stand beside other cells far more often than the characters alone would make them. */
  const value = fc.oneof(text, fc.array(text), fc.constantFrom("-1", "-2.50", null, ""));

  it("never begins a formula, by whichever separator a line is split", () =>
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), (values) => {
        const line = lineOf(values);
        for (const separator of separators) {
          expect(cellsBy(separator, line).filter(isFormula)).toEqual([]);
        }
      }),
    ));

  it("reads back as it was, without the apostrophes", () =>
    fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 2 }), async (cells) => {
        async function* lines() {
          yield lineOf(cells);
        }
        const [read] = await Array.fromAsync(readCsvRecords(lines(), 10_000));
        expect((read ?? []).map((cell) => cell.replaceAll("'", ""))).toEqual(cells);
      }),
    ));

  it("of a list or an object is JSON that reads back as it was", () =>
    fc.assert(
      fc.asyncProperty(fc.jsonValue({ stringUnit: character }), async (value) => {
        fc.pre(typeof value === "object" && value !== null);
        async function* lines() {
          yield lineOf([value, "x"]);
        }
        const [read] = await Array.fromAsync(readCsvRecords(lines(), 100_000));
        expect(JSON.parse(read?.[0] ?? "")).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    ));
});
