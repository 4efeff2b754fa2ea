import { expect, it } from "vitest";
import { daylight, hoursOfDaylight } from "./daylight.ts";

it("the hours of daylight match the almanac to a tenth of an hour", () => {
  for (const [place, latitude, day, hours] of [
    ["Quito", -0.18, "2026-03-20", 12.1],
    ["Helsinki in summer", 60.17, "2026-06-21", 18.9],
    ["Helsinki in winter", 60.17, "2026-12-21", 5.8],
    ["Cape Town in summer", -33.92, "2026-12-21", 14.4],
    ["the North Pole in summer", 90, "2026-06-21", 24],
    ["the North Pole in winter", 90, "2026-12-21", 0],
  ] as const) {
    const difference = hoursOfDaylight(latitude, new Date(day)) - hours;
    expect(Math.abs(difference), place).toBeLessThan(0.1);
  }
});

it("continues from day to day, across the end of a year", () => {
  const dates = daylight(52.5, new Date("2026-12-31"), 2).map(({ date }) => date);

  expect(dates).toEqual(["2026-12-31", "2027-01-01"]);
});
