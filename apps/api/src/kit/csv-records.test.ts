import { expect, it } from "vitest";
import { forRows } from "../../test/harness/for-rows.ts";
import { readCsvRecords } from "./csv-records.ts";

function read(texts: readonly string[], maxLength = 1_000) {
  async function* arriving() {
    yield* texts;
  }
  return Array.fromAsync(readCsvRecords(arriving(), maxLength));
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
      ["lines in quotes and blank lines", 'h\n"a\r\nb"\n\nc\n', [["h"], ["a\r\nb"], ["c"]]],
      ["no line", "\r\n\n", []],
    ],
    async (_, text, cells) => {
      const found = await read([text]);
      expect(found).toEqual(cells);
      expect(await read([...text])).toEqual(found);
    },
  ));

it("does not read a misplaced quote", () =>
  forRows(['a"b\n', '"a"b\n', '"a\n'], async (text) => {
    expect(await read([text])).toEqual([null]);
  }));

it("does not read a record that is too long, and reads the next", async () => {
  expect(await read([`${"a".repeat(20)},b\nc,d\n`], 10)).toEqual([null, ["c", "d"]]);
});
