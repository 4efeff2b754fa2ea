import { expect, test } from "vitest";
import { utcZone } from "../../words/ranges.ts";
import { creditOf, creditSeries } from "./credit-series.ts";

const credits = [
  { amount: "10.000001", status: "REFUNDED", createdAt: "2026-01-31T12:00:00.000Z" },
  { amount: "5.000000", status: "ISSUED", createdAt: "2026-01-31T12:00:00.000Z" },
  { amount: "2.000000", status: "REFUNDED", createdAt: "2026-01-31T13:00:00.000Z" },
  { amount: "1.000000", status: "REFUNDED", createdAt: "2026-01-02T12:00:00.000Z" },
] as const;

test("credit notes are added up exactly, by day and by status", () => {
  const [refunded, onItsWay, open] = creditSeries(credits, utcZone);
  expect(refunded).toMatchObject({
    name: "Refunded",
    intervals: [
      { start: "2026-01-02", value: "1.000000" },
      { start: "2026-01-31", value: "12.000001" },
    ],
  });
  expect(onItsWay?.intervals).toEqual([]);
  expect(open?.intervals).toEqual([{ start: "2026-01-31", value: "5.000000" }]);
  expect(creditOf(credits, "REFUNDED", "ISSUED")).toBe("18.000001");
});
