import fc from "fast-check";
import { expect, it } from "vitest";
import { hashOf, requestHash } from "./once.ts";

it("hashes equal JSON equally, whatever the order of its fields", () => {
  const shuffled = (_name: string, value: unknown) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).reverse());
  };
  const sorted = (_name: string, value: unknown) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const other = JSON.parse(JSON.stringify(value, shuffled));

      expect(requestHash("a", other)).toBe(hashOf(`a\0${JSON.stringify(value, sorted)}`));
    }),
    { numRuns: 1_000 },
  );
});

it("hashes different requests differently", () => {
  const requests = [
    { a: 1 },
    { a: "1" },
    { a: [1] },
    { b: 1 },
    { a: 1, b: 1 },
    [],
    {},
    null,
    undefined,
  ];

  const hashes = [...requests.map((one) => requestHash("a", one)), requestHash("b", { a: 1 })];

  expect(new Set(hashes).size).toBe(hashes.length);
});
