import { expect, test } from "vitest";
import { z } from "zod";
import { forRows } from "../../test/harness/for-rows.ts";
import { decimalOut, id, timeOut } from "./answers.ts";
import { Amount } from "./money.ts";

test("a stored decimal is returned with six decimal places", () =>
  forRows(
    [
      ["0", "0.000000"],
      ["12.5", "12.500000"],
      ["0.000001", "0.000001"],
      ["999999999999999999.999999", "999999999999999999.999999"],
    ],
    (stored, text) => {
      expect(decimalOut().parse(new Amount(stored))).toBe(text);
    },
  ));

test("a stored time is returned in UTC with milliseconds", () => {
  const stored = new Date("2026-01-31T13:00:00+01:00");
  expect(timeOut().parse(stored)).toBe("2026-01-31T12:00:00.000Z");
  expect(timeOut().nullable().parse(null)).toBeNull();
});

test("an id is returned as stored", () => {
  expect(id().parse("k3v9x2m7q1t8w5z4b6n0c8r1")).toBe("k3v9x2m7q1t8w5z4b6n0c8r1");
});

test("the document declares every output field as a string with an example", () => {
  const shown = [id(), decimalOut(), timeOut()].map((schema) => z.toJSONSchema(schema));
  expect(shown).toMatchObject([
    { type: "string", example: "k3v9x2m7q1t8w5z4b6n0c8r1" },
    { type: "string", example: "12.500000" },
    { type: "string", format: "date-time", example: "2026-01-31T12:00:00.000Z" },
  ]);
});
