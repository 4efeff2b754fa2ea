import { expect, it } from "vitest";
import { checkUsage, type PrefixUsage } from "./index.ts";

const one = (fields: Partial<PrefixUsage>): PrefixUsage[] => [
  { prefix: "a", quantity: "10", ...fields },
];

it("usage is possible, or says what contradicts what", () => {
  for (const [usage, problem] of [
    [one({}), null],
    [one({ count: 2, max: "8", last: "2" }), null],
    [one({ count: 2, max: "5", last: "5" }), null],
    [one({ quantity: "0.000", count: 0, max: "0", last: "0" }), null],
    [one({ quantity: "0", count: 5 }), null],
    [[...one({}), ...one({ prefix: "b" })], null],
    [[...one({}), ...one({})], "1.prefix must not be the prefix of another entry."],
    [one({ count: 0 }), "0.quantity must be 0 if count is 0."],
    [one({ max: "10.000001" }), "0.max must not be more than quantity."],
    [one({ last: "11" }), "0.last must not be more than quantity."],
    [one({ max: "6", last: "7" }), "0.last must not be more than max."],
    [one({ count: 1, max: "6" }), "0.quantity must not be more than count times max."],
    [one({ count: 3, max: "3" }), "0.quantity must not be more than count times max."],
    [one({ count: 1, last: "6" }), "0.last must be equal to quantity if count is 1."],
    [one({ max: "8", last: "3" }), "0.last must not be more, with max, than quantity."],
  ] as const) {
    const found = checkUsage(usage);
    expect(found && `${found.path.join(".")} ${found.rule}`, JSON.stringify(usage)).toBe(problem);
  }
});
