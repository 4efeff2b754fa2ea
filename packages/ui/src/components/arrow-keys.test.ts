import { expect, test } from "vitest";
import { movedBy } from "./arrow-keys.ts";

test("arrow keys go round, Home and End to the ends, and other keys nowhere", () => {
  expect(["ArrowDown", "ArrowUp", "Home", "End"].map((key) => movedBy(key, "down", 0, 3))).toEqual([
    1, 2, 0, 2,
  ]);
  expect(movedBy("ArrowRight", "right", 2, 3)).toBe(0);
  expect(movedBy("ArrowDown", "down", -1, 3)).toBe(0);
  expect(["ArrowDown", "Enter"].map((key) => movedBy(key, "right", 0, 3))).toEqual([
    undefined,
    undefined,
  ]);
});
