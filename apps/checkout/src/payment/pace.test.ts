import { expect, test } from "vitest";
import { pace } from "./pace.ts";

const shown = { underWay: false, hidden: false, failures: 0 };

test.each([
  ["a payment under way", { ...shown, underWay: true }, 1_000],
  ["a session that is open", shown, 5_000],
  ["a payment that nobody looks at", { ...shown, underWay: true, hidden: true }, 5_000],
  ["a session that nobody looks at", { ...shown, hidden: true }, 25_000],
  ["an API that has not answered twice", { ...shown, underWay: true, failures: 2 }, 4_000],
  ["an API that does not answer at all", { ...shown, failures: 1_000 }, 30_000],
])("$0 is polled after $2 ms", (_, circumstances, ms) => {
  expect(pace(circumstances)).toBe(ms);
});
