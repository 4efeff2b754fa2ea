import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { forRows } from "../../test/harness/for-rows.ts";
import { nextBoundary, periodAgo } from "./periods.ts";

const dayMs = 86_400_000;
const utc = (text: string) => new Date(`${text}Z`);
const moment = fc.date({
  min: utc("1990-01-01T00:00"),
  max: utc("2110-01-01T00:00"),
  noInvalidDate: true,
});

/** The boundaries that follow each other from an anchor, the first one after the anchor itself. */
function boundaries(interval: "DAY" | "WEEK" | "MONTH", anchor: Date, count: number): Date[] {
  const found: Date[] = [];
  for (let after = anchor; found.length < count; ) {
    const next = nextBoundary(interval, anchor, after);
    if (next === null) return found;
    found.push(next);
    after = next;
  }
  return found;
}

function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month] ?? 0;
}

test("a plan without an interval has no boundary", () => {
  expect(nextBoundary("NONE", utc("2026-01-31T12:00"), utc("2030-01-01T00:00"))).toBeNull();
});

test("a boundary is later than the given time, and no boundary lies between them", () => {
  const interval = fc.constantFrom("DAY", "WEEK", "MONTH");
  const distance = fc.record({ periods: fc.nat(200), ms: fc.constantFrom(-1, 0, 1) });
  fc.assert(
    fc.property(interval, moment, distance, moment, (kind, anchor, { periods, ms }, anywhere) => {
      const ladder = [anchor, ...boundaries(kind, anchor, periods + 2)];
      const edge = ladder.at(-3) ?? anchor;
      const near = new Date(edge.getTime() + ms);
      const expected = ladder.find((boundary) => boundary > near);
      expect(nextBoundary(kind, anchor, near)).toEqual(expected);

      const next = nextBoundary(kind, anchor, anywhere);
      expect(next?.getTime()).toBeGreaterThan(anywhere.getTime());
      expect(nextBoundary(kind, anchor, new Date((next?.getTime() ?? 0) - 1))).toEqual(next);
    }),
  );
});

test("each day and week has its exact length", () =>
  forRows(
    [
      ["DAY", 1],
      ["WEEK", 7],
    ] as const,
    (interval, days) => {
      fc.assert(
        fc.property(moment, (anchor) => {
          const expected = Array.from(
            { length: 30 },
            (_, index) => new Date(anchor.getTime() + (index + 1) * days * dayMs),
          );
          expect(boundaries(interval, anchor, 30)).toEqual(expected);
        }),
      );
    },
  ));

describe("months", () => {
  test("follow each other, keep the anchor's time, and its day or the last day of the month", () => {
    fc.assert(
      fc.property(moment, (anchor) => {
        const found = boundaries("MONTH", anchor, 50);
        expect(found).toHaveLength(50);
        found.forEach((boundary, index) => {
          const months = anchor.getUTCMonth() + index + 1;
          const year = anchor.getUTCFullYear() + Math.floor(months / 12);
          const month = months % 12;
          const day = Math.min(anchor.getUTCDate(), daysIn(year, month));
          const time = anchor.getTime() % dayMs;
          const timeOfDay = time < 0 ? time + dayMs : time;
          expect(boundary).toEqual(new Date(Date.UTC(year, month, day) + timeOfDay));
        });
      }),
    );
  });

  test("from 31 January include the last day of each month, and 29 February in leap years", () => {
    const found = boundaries("MONTH", utc("2027-01-31T12:34:56.789"), 14);
    expect(found.map((date) => date.toISOString().slice(0, 10))).toEqual([
      "2027-02-28",
      "2027-03-31",
      "2027-04-30",
      "2027-05-31",
      "2027-06-30",
      "2027-07-31",
      "2027-08-31",
      "2027-09-30",
      "2027-10-31",
      "2027-11-30",
      "2027-12-31",
      "2028-01-31",
      "2028-02-29",
      "2028-03-31",
    ]);
    expect(new Set(found.map((date) => date.toISOString().slice(10)))).toEqual(
      new Set(["T12:34:56.789Z"]),
    );
  });

  test("a boundary keeps the day of its anchor where the month has it", () =>
    forRows(
      [
        ["a leap day", "2024-02-29T00:00", "2025-02-01T00:00", "2025-02-28T00:00"],
        ["a leap day, four years on", "2024-02-29T00:00", "2028-02-28T00:00", "2028-02-29T00:00"],
        [
          "a century without a leap day",
          "2096-01-31T00:00",
          "2100-02-01T00:00",
          "2100-02-28T00:00",
        ],
        ["a century with a leap day", "1999-01-31T00:00", "2000-02-01T00:00", "2000-02-29T00:00"],
        ["later in the anchor's month", "2026-01-10T08:00", "2026-01-20T00:00", "2026-02-10T08:00"],
        [
          "earlier on the boundary's day",
          "2026-01-10T08:00",
          "2026-03-10T07:59",
          "2026-03-10T08:00",
        ],
        ["the boundary itself", "2026-01-10T08:00", "2026-03-10T08:00", "2026-04-10T08:00"],
        ["the turn of the year", "2026-01-31T23:59", "2026-12-31T23:59", "2027-01-31T23:59"],
        ["before the anchor", "2026-03-31T00:00", "2026-02-01T00:00", "2026-02-28T00:00"],
      ],
      (_, anchor, after, expected) => {
        expect(nextBoundary("MONTH", utc(anchor), utc(after))).toEqual(utc(expected));
      },
    ));
});

test("earlier periods lie side by side, back to the anchor", () => {
  const interval = fc.constantFrom("DAY", "WEEK", "MONTH");
  fc.assert(
    fc.property(interval, moment, fc.nat(60), (kind, anchor, periods) => {
      const starts = [anchor, ...boundaries(kind, anchor, periods + 1)];
      const latest = starts[periods] ?? anchor;
      for (let ago = 0; ago <= periods; ago += 1) {
        expect(periodAgo(kind, anchor, latest, ago)).toEqual({
          from: starts[periods - ago],
          to: starts[periods - ago + 1],
          hasEarlier: ago < periods,
        });
      }
      expect(periodAgo(kind, anchor, latest, periods + 1)).toBeNull();
    }),
  );
});

test("a plan without an interval has months, counted from the anchor", () => {
  const [anchor, now] = [utc("2026-01-31T12:00"), utc("2026-03-15T00:00")];
  expect(periodAgo("NONE", anchor, now, 1)).toEqual({
    from: anchor,
    to: utc("2026-02-28T12:00"),
    hasEarlier: false,
  });
});
