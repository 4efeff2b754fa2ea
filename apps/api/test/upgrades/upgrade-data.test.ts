import { expect, it } from "vitest";
import { findUnkept, keptVersions, migrationsHere } from "./upgrade-data.ts";

it("data of this version is kept, for the migrations of the next release to be tried on", () => {
  expect(findUnkept(migrationsHere(), keptVersions())).toBeNull();
});

it("a version without its data is named, with what makes the data", () => {
  expect(findUnkept([...migrationsHere(), "20300101000000_next"], keptVersions())).toMatch(
    /version of 20300101000000_next no data is kept\..+upgrade-data/,
  );
});
