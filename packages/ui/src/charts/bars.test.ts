import { expect, test } from "vitest";
import { barsOf, placeOf, stepsOf } from "./bars.ts";
import { keyed, nearest } from "./plot.tsx";

const days = { from: "2026-02-27", to: "2026-03-02", interval: "DAY" } as const;

test("each day has its values on top of each other, added up exactly, and what there was before", () => {
  const bars = barsOf(
    days,
    [
      { name: "Paid", kind: "good", intervals: [{ start: "2026-03-01", value: "0.000001" }] },
      {
        name: "Open",
        kind: "late",
        intervals: [
          { start: "2026-03-01", value: "999999999999999999.999998" },
          { start: "2026-03-09", value: "5" },
        ],
      },
    ],
    [{ start: "2026-02-27", value: "7" }],
  );
  expect(bars.map(({ start }) => start)).toEqual([
    ...["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"],
  ]);
  expect(bars.map(({ earlier }) => earlier)).toEqual(["7", "0", "0", "0"]);
  expect(bars[2]?.total).toBe("999999999999999999.999999");
  expect(bars[2]?.parts.map(({ below }) => below)).toEqual(["0", "0.000001"]);
});

test("a part is at its place on the scale, and is seen however little it is", () => {
  expect(placeOf({ below: "0", value: "25" }, "100")).toEqual({ y: 75, height: 25 });
  expect(placeOf({ below: "0", value: "0.000001" }, "1000000")).toEqual({ y: 99, height: 1 });
  const upper = placeOf({ below: "25", value: "25" }, "100");
  expect(upper.y).toBe(50);
  expect(upper.y + upper.height).toBeLessThan(75);
});

test("the line of the time before has a step at each value, and none where there was nothing", () => {
  expect(stepsOf(["1", "0", "2"], "2")).toBe("M0 100V50H1V100M2 100V0H3V100");
});

test("keys move the crosshair within the chart, and other keys do not", () => {
  expect(keyed("ArrowRight", undefined, 3)).toBe(0);
  expect(keyed("ArrowRight", 3, 3)).toBe(3);
  expect(keyed("ArrowLeft", undefined, 3)).toBe(3);
  expect(keyed("ArrowLeft", 0, 3)).toBe(0);
  expect(keyed("Home", 2, 3)).toBe(0);
  expect(keyed("End", 2, 3)).toBe(3);
  expect(keyed("Escape", 2, 3)).toBeUndefined();
  expect(keyed("Escape", undefined, 3)).toBeNull();
  expect(keyed("Tab", 2, 3)).toBeNull();
});

test("the pointer chooses the nearest place", () => {
  expect([-1, 0.2, 0.3, 2].map((at) => nearest([0, 0.5, 1], at))).toEqual([0, 0, 1, 2]);
});
