import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const dist = new URL("../dist/", import.meta.url);

test("a visit loads at most 100 kB of JavaScript, gzipped", () => {
  const page = readFileSync(new URL("index.html", dist), "utf8");
  const scripts = [...page.matchAll(/(?:src|href)="\/checkout\/([^"]+\.js)"/g)].map(
    ([, path]) => path,
  );
  const weights = scripts.map((path = "") => gzipSync(readFileSync(new URL(path, dist))).length);

  expect(weights.length).toBeGreaterThan(0);
  expect(weights.reduce((total, weight) => total + weight, 0)).toBeLessThan(100_000);
});
