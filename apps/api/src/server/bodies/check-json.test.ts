import fc from "fast-check";
import { expect, test } from "vitest";
import { checkJson } from "./check-json.ts";

const refuseTooDeep = (json: string) => checkJson(Buffer.from(json));

const nested = (depth: number, inner: string) =>
  Array.from({ length: depth }).reduce<string>(
    (json, _, level) => (level % 2 === 0 ? `[${json}]` : `{"a":${json}}`),
    inner,
  );

test("accepts a hundred levels of nesting and refuses more", () => {
  expect(() => refuseTooDeep(nested(100, "1"))).not.toThrow();
  expect(() => refuseTooDeep(nested(101, "1"))).toThrow(
    "Request body must be nested at most 100 deep.",
  );
  expect(() => refuseTooDeep("[".repeat(101))).toThrow();
});

test("does not count adjacent brackets or brackets in strings as levels", () => {
  expect(() => refuseTooDeep(`[${"[],{},".repeat(1_000)}[]]`)).not.toThrow();
  expect(() => refuseTooDeep(JSON.stringify("[{".repeat(1_000)))).not.toThrow();
  expect(() => refuseTooDeep(JSON.stringify(['"[\\'.repeat(1_000)]))).not.toThrow();
});

test("finds the right depth whatever strings a value contains", () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 3 }),
      fc.integer({ min: 90, max: 110 }),
      (value, depth) => {
        const json = nested(depth, JSON.stringify(value));
        const isTooDeep = depth + depthOf(value) > 100;
        const refuse = expect(() => refuseTooDeep(json));
        if (isTooDeep) refuse.toThrow();
        else refuse.not.toThrow();
      },
    ),
  );
});

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
