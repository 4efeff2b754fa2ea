import { expect, it } from "vitest";
import { forRows } from "../../test/harness/for-rows.ts";
import { readCsvRecords } from "./csv-records.ts";

async function read(texts: readonly string[], maxLength = 1_000) {
  async function* arriving() {
    yield* texts;
  }
  const records: (readonly [number, readonly string[] | null])[] = [];
  for await (const { line, cells } of readCsvRecords(arriving(), maxLength)) {
    records.push([line, cells]);
  }
  return records;
}

it("reads records of any form", () =>
  forRows(
    [
      [
        "plain cells",
        "a,b\r\nc,d\r\n",
        [
          ["a", "b"],
          ["c", "d"],
        ],
      ],
      [
        "LF and no end of the last line",
        "a,b\nc,d",
        [
          ["a", "b"],
          ["c", "d"],
        ],
      ],
      [
        "empty cells",
        ",\n,\n",
        [
          ["", ""],
          ["", ""],
        ],
      ],
      ["commas and quotes in quotes", '"a,b","say ""hi"""\n', [["a,b", 'say "hi"']]],
      ["empty quotes", '"",""\n""\n', [["", ""], [""]]],
      ["no line", "\r\n\n", []],
    ],
    async (_, text, cells) => {
      const found = await read([text]);
      expect(found.map(([, one]) => one)).toEqual(cells);
      expect(await read([...text])).toEqual(found);
    },
  ));

it("names the line on which a record begins, also after lines in quotes", async () => {
  expect(await read(['h\n"a\r\nb"\n\nc\n'])).toEqual([
    [1, ["h"]],
    [2, ["a\r\nb"]],
    [5, ["c"]],
  ]);
});

it("does not read a misplaced quote", () =>
  forRows(['a"b\n', '"a"b\n', '"a\n'], async (text) => {
    expect(await read([text])).toEqual([[1, null]]);
  }));

it("does not read a record that is too long, and reads the next", async () => {
  expect(await read([`${"a".repeat(20)},b\nc,d\n`], 10)).toEqual([
    [1, null],
    [2, ["c", "d"]],
  ]);
});
