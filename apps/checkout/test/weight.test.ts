import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const dist = new URL("../dist/", import.meta.url);
const contentOf = (path: string) => readFileSync(new URL(path, dist), "utf8");
const files = readdirSync(new URL("assets/", dist));

/** A script with all scripts that it imports when it loads. */
function withImports(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, file] of contentOf(path).matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) {
    withImports(`assets/${file}`, found);
  }
  return found;
}

test.each(["payment-page", "portal-page", "refund-page"])(
  "a visit of the %s loads at most 100 kB of JavaScript, gzipped",
  (page) => {
    const first = [...contentOf("index.html").matchAll(/(?:src|href)="\/checkout\/([^"]+\.js)"/g)];
    const own = files.filter((file) => file.startsWith(page) && file.endsWith(".js"));
    const scripts = [...first.map(([, path = ""]) => path), ...own.map((file) => `assets/${file}`)];
    const loaded = new Set(scripts.flatMap((path) => [...withImports(path)]));
    const weights = [...loaded].map((path) => gzipSync(contentOf(path)).length);

    expect(own).toHaveLength(1);
    expect(weights.reduce((total, weight) => total + weight, 0)).toBeLessThan(100_000);
  },
);
