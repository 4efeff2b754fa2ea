import { expect, it } from "vitest";
import { findUnkept, keptVersions, migrationsHere } from "./upgrade-data.ts";

it("keeps data of this version for the migrations of the next release", () => {
  expect(findUnkept(migrationsHere(), keptVersions())).toBeNull();
});

it("names a version without data, and the command that makes it", () => {
  expect(findUnkept([...migrationsHere(), "20300101000000_next"], keptVersions())).toMatch(
    /version of 20300101000000_next no data is kept\..+upgrade-data/,
  );
});
