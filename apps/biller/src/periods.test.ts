import * as fc from "fast-check";
import { expect, it } from "vitest";
import { nextBoundary } from "../../api/src/subscriptions/periods.ts";
import { periodsBetween } from "./periods.ts";

it("the periods of generated subscriptions are those by which the service renews them", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("DAY" as const, "WEEK" as const, "MONTH" as const),
      fc.date({
        min: new Date("1999-01-01T00:00:00Z"),
        max: new Date("2099-01-01T00:00:00Z"),
        noInvalidDate: true,
      }),
      fc.integer({ min: 0, max: 60 }),
      (interval, anchor, count) => {
        const starts = [anchor];
        for (let at = anchor; starts.length <= count; starts.push(at)) {
          const next = nextBoundary(interval, anchor, at);
          if (next === null) throw new Error("Each of these intervals has a next period.");
          at = next;
        }
        const times = starts.map((start) => start.toISOString());
        const expected = times.slice(1).map((to, place) => ({ from: times[place], to }));

        expect(periodsBetween(interval, times[0] ?? "", times.at(-1) ?? "")).toEqual(expected);
      },
    ),
    { numRuns: 2_000 },
  );
});

it("a plan without an interval has no period that ends", () => {
  expect(periodsBetween("NONE", "2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z")).toEqual(
    [],
  );
});
