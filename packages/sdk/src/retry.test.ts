import { expect, it } from "vitest";
import { waitBefore } from "./retry.ts";

const waits = (tries: number, retryAfter: number | null) =>
  Array.from({ length: 1_000 }, () => waitBefore(tries, retryAfter));

it.each([
  [1, 250],
  [2, 500],
  [6, 8_000],
  [60, 8_000],
])("after %i attempts the wait is between 0 and %i ms", (tries, max) => {
  const all = waits(tries, null);

  expect(Math.min(...all)).toBeLessThan(max * 0.1);
  expect(Math.max(...all)).toBeGreaterThan(max * 0.9);
  expect(Math.max(...all)).toBeLessThan(max);
});

it("the wait is at least what the service asks for, and differs between callers", () => {
  const all = waits(1, 2);

  expect(Math.min(...all)).toBeGreaterThanOrEqual(2_000);
  expect(new Set(all).size).toBeGreaterThan(1);
});

it("waits for a day if Retry-After names a time that no timer has", () => {
  for (const wait of waits(1, 9_999_999_999)) {
    expect(wait).toBeGreaterThanOrEqual(86_400_000);
    expect(wait).toBeLessThan(86_401_000);
  }
});
