import { expect, test } from "vitest";
import { intervalAfter, intervalsBetween, intervalText } from "./intervals.ts";

test("a day, a month and a year have their names in any time zone", () => {
  for (const [interval, words] of [
    ["DAY", "Jan 31, 2026"],
    ["MONTH", "January 2026"],
    ["YEAR", "2026"],
  ] as const) {
    expect(intervalText("2026-01-31", interval), interval).toBe(words);
  }
});

test("an hour is called by the time at which it begins", () => {
  const text = intervalText("2026-01-31T12:00:00.000Z", "HOUR").replaceAll(/\s/g, " ");
  expect(text).toMatch(/^(Jan 31|Feb 1), 2026, \d+:\d\d [AP]M$/);
});

test("intervals between two times are counted", () => {
  for (const [interval, from, to, count] of [
    ["HOUR", "2026-02-27T23:00:00.000Z", "2026-02-28T01:00:00.000Z", 2],
    ["DAY", "2026-02-27", "2026-03-02", 3],
    ["DAY", "2026-02-27", "2026-02-27", 0],
    ["MONTH", "2025-11-01", "2026-02-01", 3],
    ["YEAR", "1999-01-01", "2026-01-01", 27],
  ] as const) {
    expect(intervalsBetween(from, to, interval), `${interval} ${from} ${to}`).toBe(count);
    expect(intervalAfter(from, count, interval)).toBe(to);
  }
});
