import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { browserFloor, newerApis } from "../scripts/browser-floor.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folders = [
  "apps/checkout",
  "apps/dashboard",
  "packages/ui",
  "packages/rating",
  "packages/proofs",
];

test("the sources of the pages use nothing that a browser of the last 30 months lacks", () => {
  const patterns = folders.flatMap((folder) =>
    ["ts", "tsx"].map((type) => `:(glob)${folder}/src/**/*.${type}`),
  );
  const files = execFileSync("git", ["ls-files", ...patterns], { cwd: root, encoding: "utf8" });
  const sources = files
    .trim()
    .split("\n")
    .filter((file) => !/\.test\.tsx?$/.test(file));
  const found = sources.flatMap((file) => {
    const code = readFileSync(join(root, file), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    return newerApis.filter(({ use }) => use.test(code)).map(({ name }) => `${name} in ${file}`);
  });

  expect(sources.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

test("the guide of the checkout names the browsers", () => {
  const page = readFileSync(join(root, "docs/checkout.md"), "utf8");
  for (const version of browserFloor) {
    const [, name = "", number = ""] = /^([a-z]+)([\d.]+)$/.exec(version) ?? [];
    expect(page).toMatch(new RegExp(`${name} ${number.replace(".", "\\.")}`, "i"));
  }
});
