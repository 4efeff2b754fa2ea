import { expect, test } from "vitest";
import { withOthers } from "./with-others.ts";

const requests = {
  prefix: "requests",
  quantity: "10.5",
  count: 2,
  lateQuantity: "0",
  lateCount: 0,
  intervals: [],
};

test("the usage of prefixes that are not listed is one row, so that the rows add up", () => {
  const rows = withOthers({ prefixes: [requests], quantity: "12.000000", count: 5 });
  expect(rows.at(-1)).toEqual({ prefix: null, quantity: "1.500000", count: 3 });
  const whole = { prefixes: [requests], quantity: "10.500000", count: 2 };
  expect(withOthers(whole)).toEqual([requests]);
});
