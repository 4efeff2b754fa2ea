import { expect, it } from "vitest";
import { findUnkept, keptVersions, migrationsHere } from "./upgrade-data.ts";

const [first = "", next] = [migrationsHere()[0], "20300101000000_next"];

it("keeps the data that migrations are tested on", () => {
  expect(findUnkept(migrationsHere(), keptVersions())).toBeNull();
});

it.each([
  ["the first version", first, []],
  ["a version with a new migration", next, [first]],
])("names %s without data, and the command that makes it", (_, missing, kept) => {
  expect(findUnkept([first, next], kept)).toBe(
    `Of the version of ${missing} no data is kept. \`pnpm --filter @usance/api run upgrade-data\` makes it.`,
  );
});

it("needs none while there is one migration", () => {
  expect(findUnkept([first], [])).toBeNull();
});
