import { expect, test } from "vitest";
import { chosenRange, dayOf, lastDays, namedDays, ownZone, utcZone } from "./ranges.ts";

test("the last days end with today, and the time before ends where they begin", () => {
  const now = new Date(2026, 2, 3, 15, 30);
  const month = lastDays(now, 30, ownZone());
  expect([month.firstDay, month.lastDay]).toEqual(["2026-02-02", "2026-03-03"]);
  const before = lastDays(now, 30, ownZone(), 1);
  expect([before.firstDay, before.lastDay]).toEqual(["2026-01-03", "2026-02-01"]);
  expect(before.to).toBe(month.from);
});

test("a stretch that an address names has its days, and those before", () => {
  const now = new Date(2026, 2, 30, 23, 59);
  for (const [name, days, before] of [
    ["1d", ["2026-03-30", "2026-03-30"], ["2026-03-29", "2026-03-29"]],
    ["7d", ["2026-03-24", "2026-03-30"], ["2026-03-17", "2026-03-23"]],
    ["90d", ["2025-12-31", "2026-03-30"], ["2025-10-02", "2025-12-30"]],
    ["month", ["2026-03-01", "2026-03-30"], ["2026-02-01", "2026-02-28"]],
    ["last-month", ["2026-02-01", "2026-02-28"], ["2026-01-01", "2026-01-31"]],
    ["12m", ["2025-03-31", "2026-03-30"], ["2024-03-31", "2025-03-30"]],
    ["2026-01-01..2026-01-31", ["2026-01-01", "2026-01-31"], ["2025-12-01", "2025-12-31"]],
    ["2024-02-29..2024-02-29", ["2024-02-29", "2024-02-29"], ["2024-02-28", "2024-02-28"]],
  ] as const) {
    const chosen = chosenRange(name, now, ownZone());
    const daysOf = ({ firstDay, lastDay }: typeof chosen.range) => [firstDay, lastDay];
    expect([chosen.name, daysOf(chosen.range), daysOf(chosen.before)]).toEqual([
      name,
      days,
      before,
    ]);
    expect(new Date(chosen.range.from)).toEqual(new Date(`${days[0]}T00:00:00`));
  }
});

test("a stretch that nothing names is the last thirty days", () => {
  const now = new Date(2026, 2, 30, 12);
  for (const name of [undefined, "", "30d", "31d", "2026-01-31..2026-01-01", "month "]) {
    const { name: read, range, days } = chosenRange(name, now, ownZone());
    expect([read, range, days], name).toEqual(["30d", lastDays(now, 30, ownZone()), 30]);
  }
});

test("days are named by two dates in order, no more than a year apart", () => {
  expect(namedDays("2024-01-01..2024-12-31")).toEqual(["2024-01-01", "2024-12-31"]);
  for (const text of [
    "2024-01-01..2025-01-01",
    "2026-02-29..2026-03-01",
    "2026-13-01..2026-13-02",
    "2026-02-02..2026-02-01",
    "2026-1-1..2026-1-2",
    "2026-01-01",
    "..",
  ]) {
    expect(namedDays(text), text).toBeNull();
  }
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
