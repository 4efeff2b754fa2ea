import { expect, it } from "vitest";
import { newEventId, newId } from "./ids.ts";

it.each([newId, newEventId])("makes ids of one form, and none twice: %o", (make) => {
  const ids = Array.from({ length: 2_000 }, make);

  expect(ids.filter((id) => !/^[a-z][0-9a-z]{23}$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

it("uses every letter and digit about as often at every place", () => {
  const ids = Array.from({ length: 36_000 }, newEventId);
  for (let place = 1; place < 24; place += 1) {
    const counts = Map.groupBy(ids, (id) => id[place]);
    expect(counts.size).toBe(36);
    // 1,000 on average, with a standard deviation of 31: eight of them away is no chance.
    for (const { length } of counts.values()) expect(Math.abs(length - 1_000)).toBeLessThan(250);
  }
});
