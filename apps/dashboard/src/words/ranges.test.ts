import { expect, test } from "vitest";
import { lastDays, laterDay } from "./ranges.ts";

test("the last days end with today, and the time before ends where they begin", () => {
  const now = new Date(2026, 2, 3, 15, 30);
  const month = lastDays(now, 30);
  expect([month.firstDay, month.lastDay]).toEqual(["2026-02-02", "2026-03-03"]);
  const before = lastDays(now, 30, 1);
  expect([before.firstDay, before.lastDay]).toEqual(["2026-01-03", "2026-02-01"]);
  expect(before.to).toBe(month.from);
});

test("a day some days later is in the next month", () => {
  expect(laterDay("2026-01-30", 3)).toBe("2026-02-02");
});
