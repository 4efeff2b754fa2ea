import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { anvilBinary, postgresFolder } from "../src/binaries.ts";

test("this platform has its binaries", () => {
  accessSync(join(postgresFolder(), "bin", "postgres"), constants.X_OK);
  accessSync(join(postgresFolder(), "bin", "initdb"), constants.X_OK);
  accessSync(anvilBinary(), constants.X_OK);
});

test("a platform without binaries is reported in one line with an alternative", () => {
  expect(() => postgresFolder("aix-ppc64")).toThrow(
    /^No Postgres comes along for aix-ppc64\. Set DATABASE_URL to a PostgreSQL of your own\.$/,
  );
  expect(() => anvilBinary("win32-x64")).toThrow(
    /^No EVM chain .* Under Windows, run it in WSL\.$/,
  );
});
