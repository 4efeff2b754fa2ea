import { expect, it } from "vitest";
import { forRows } from "../../test/harness/for-rows.ts";
import { newEventId, newId } from "./ids.ts";

const now = new Date("2026-01-31T12:00:00.000Z");

it("makes unique ids of one form", () =>
  forRows([newId, () => newEventId(now)], (make) => {
    const ids = Array.from({ length: 2_000 }, make);

    expect(ids.filter((id) => !/^[a-z][0-9a-z]{23}$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  }));

it("uses every letter and digit equally often at every place after the time", () => {
  const ids = Array.from({ length: 36_000 }, () => newEventId(now));
  for (let place = 9; place < 24; place += 1) {
    const counts = Map.groupBy(ids, (id) => id[place]);
    expect(counts.size).toBe(36);
    // 1,000 on average, with a standard deviation of 31: eight of them away is no chance.
    for (const { length } of counts.values()) expect(Math.abs(length - 1_000)).toBeLessThan(250);
  }
});

it("makes ids that sort by time", () => {
  const times = [
    "0001-01-01",
    "1970-01-01",
    "2026-01-31",
    "2026-02-01",
    "2059-06-01",
    "3999-12-31",
  ];

  const ids = times.map((time) => newEventId(new Date(time)));

  expect(ids.map((id) => id.slice(0, 9)).toSorted()).toEqual(ids.map((id) => id.slice(0, 9)));
  expect(ids.filter((id) => !/^[a-z][0-9a-z]{23}$/.test(id))).toEqual([]);
});
