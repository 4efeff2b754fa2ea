import { expect, it } from "vitest";
import { findUntried, keptVersions, migrationsHere } from "./upgrade-data.ts";

it("every migration since the first release is tried on data of the version before it", () => {
  expect(findUntried(migrationsHere(), keptVersions())).toEqual([]);
});

it("data of this version is kept already, for the next migration", () => {
  expect(findUntried([...migrationsHere(), "20300101000000_next"], keptVersions())).toEqual([]);
});

it("a migration without data of the version before it is named, with what makes the data", () => {
  const [newest = "", ...others] = migrationsHere().reverse();

  expect(findUntried([...others, newest, "20300101000000_next"].sort(), others)).toEqual([
    expect.stringMatching(/before 20300101000000_next no data is kept\..+upgrade-data --from/),
  ]);
});
