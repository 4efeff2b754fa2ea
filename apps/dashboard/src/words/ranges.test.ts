import { expect, test } from "vitest";
import { dayOf, lastDays, laterDay, ownZone, utcZone } from "./ranges.ts";

test("the last days end with today, and the time before ends where they begin", () => {
  const now = new Date(2026, 2, 3, 15, 30);
  const month = lastDays(now, 30, ownZone());
  expect([month.firstDay, month.lastDay]).toEqual(["2026-02-02", "2026-03-03"]);
  const before = lastDays(now, 30, ownZone(), 1);
  expect([before.firstDay, before.lastDay]).toEqual(["2026-01-03", "2026-02-01"]);
  expect(before.to).toBe(month.from);
});

test("a day some days later is in the next month", () => {
  expect(laterDay("2026-01-30", 3)).toBe("2026-02-02");
});

test("days that are not the visitor's begin at midnight UTC", () => {
  const now = new Date("2026-03-03T23:30:00Z");
  expect(lastDays(now, 2, utcZone)).toEqual({
    timeZone: "UTC",
    from: "2026-03-02T00:00:00.000Z",
    to: "2026-03-04T00:00:00.000Z",
    firstDay: "2026-03-02",
    lastDay: "2026-03-03",
  });
  expect(dayOf(now, utcZone)).toBe("2026-03-03");
});
