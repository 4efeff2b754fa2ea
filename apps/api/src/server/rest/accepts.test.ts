import { expect, it } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { accepts } from "./accepts.ts";

it("an Accept header asks for CSV where it prefers it", () =>
  forRows(
    [
      ["text/csv", true],
      ["Text/CSV; charset=utf-8", true],
      ["text/csv, */*;q=0.1", true],
      ["application/json;q=0.5, text/csv", true],
      ["text/csv;q=0.5, application/json", false],
      ["application/json, text/csv", false],
      ["text/csv;q=0", false],
      ["text/csv;q=x", false],
      ["*/*", false],
      ["text/*", false],
      ["", false],
      [undefined, false],
    ],
    (accept, isCsv) => {
      expect(accepts(accept, "text/csv")).toBe(isCsv);
    },
  ));
