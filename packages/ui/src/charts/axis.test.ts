import { expect, test } from "vitest";
import { fitted, timeLabels } from "./axis.ts";

const textsOf = (...terms: Parameters<typeof timeLabels>) =>
  timeLabels(...terms).map(({ text }) => text);

test("labels are days, Mondays, first days of months or years, by the room that there is", () => {
  for (const [width, texts] of [
    [700, ["Nov 2", "Nov 9", "Nov 16", "Nov 23"]],
    [2_000, Array.from({ length: 28 }, (_, day) => `Nov ${day + 1}`)],
    [150, ["Nov 9", "Nov 23"]],
    [60, ["Nov 2026"]],
  ] as const) {
    expect(textsOf("2026-11-01", 28, "DAY", width), `${width} pixels`).toEqual(texts);
  }
  expect(textsOf("2026-11-01", 8, "DAY", 300)).toEqual(["Nov 1", "Nov 3", "Nov 5", "Nov 7"]);
  expect(textsOf("2025-11-29", 365, "DAY", 700)).toEqual([
    ...["Dec", "Jan 2026", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct"],
    "Nov",
  ]);
  expect(textsOf("2025-11-29", 365, "DAY", 320)).toEqual(["Jan 2026", "Apr", "Jul", "Oct"]);
  expect(textsOf("2020-05-03", 2_000, "DAY", 300)).toEqual([
    "2021",
    "2022",
    "2023",
    "2024",
    "2025",
  ]);
});

test("a single day and single months and years have their own label", () => {
  expect(timeLabels("2026-11-28", 1, "DAY", 600)).toEqual([{ at: 0.5, text: "Nov 28" }]);
  expect(textsOf("2026-02-01", 2, "MONTH", 600)).toEqual(["Feb 2026", "Mar"]);
  expect(textsOf("2026-01-01", 3, "YEAR", 600)).toEqual(["2026", "2027", "2028"]);
});

test("hours are those of the visitor's clock", () => {
  const midnight = new Date(2026, 10, 28).toISOString();
  expect(textsOf(midnight, 24, "HOUR", 400).map((text) => text.replaceAll(/\s/g, " "))).toEqual([
    ...["Nov 28", "6 AM", "12 PM", "6 PM"],
  ]);
  expect(textsOf(midnight, 7 * 24, "HOUR", 500)[1]).toBe("Nov 29");
});

test("labels never touch, and stay within the axis", () => {
  for (const interval of ["HOUR", "DAY", "MONTH", "YEAR"] as const) {
    const from = interval === "HOUR" ? "2026-02-27T23:00:00.000Z" : "2026-01-01";
    for (const count of [1, 2, 5, 7, 10, 31, 92, 400]) {
      for (const width of [0, 40, 200, 310, 560, 1_000]) {
        const labels = timeLabels(from, count, interval, width);
        expect(labels.length > 0, `${count} ${interval} at ${width}`).toBe(width > 0);
        expect(width > 100 && fitted(labels, width)).toEqual(width > 100 && labels);
        expect(labels.every(({ at }) => width < 100 || (at >= 0 && at <= 1))).toBe(true);
      }
    }
  }
});
