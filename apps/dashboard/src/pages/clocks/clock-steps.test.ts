import { expect, test } from "vitest";
import { forRows } from "../../../../api/test/harness/for-rows.ts";
import { clockSteps, monthAfter, wayOf } from "./clock-steps.ts";

test("a month later is the same day, or the month's last", () =>
  forRows(
    [
      ["2027-01-31T09:00:00.000Z", "2027-02-28T09:00:00.000Z"],
      ["2028-01-31T09:00:00.000Z", "2028-02-29T09:00:00.000Z"],
      ["2027-12-15T00:00:00.000Z", "2028-01-15T00:00:00.000Z"],
    ],
    (from, after) => {
      expect(monthAfter(from)).toBe(after);
    },
  ));

test("a day is 24 hours", () => {
  expect(clockSteps[0]?.from("2027-02-28T09:00:00.000Z")).toBe("2027-03-01T09:00:00.000Z");
});

test("a clock that is half way has come 500 thousandths", () => {
  const [start, half, end] = [
    "2027-01-01T00:00:00Z",
    "2027-01-02T00:00:00Z",
    "2027-01-03T00:00:00Z",
  ];
  expect([wayOf(start, start, end), wayOf(start, half, end), wayOf(start, end, end)]).toEqual([
    ...[0, 500, 1_000],
  ]);
});
