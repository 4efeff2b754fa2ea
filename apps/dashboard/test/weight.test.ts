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

const weightOf = (paths: readonly string[]) =>
  paths.map((path) => gzipSync(contentOf(path)).length).reduce((all, one) => all + one, 0);

const first = [
  ...contentOf("index.html").matchAll(/(?:src|href)="\/dashboard\/([^"]+\.(?:js|css))"/g),
].map(([, path = ""]) => path);

test.each(["overview", "invoice", "usage", "service"])(
  "a first visit of the view %s loads at most 150 kB of scripts and styles, gzipped",
  (view) => {
    const own = files.filter((file) => new RegExp(`^${view}-[\\w-]+\\.js$`).test(file));
    expect(own.length).toBeGreaterThan(0);
    const scripts = [...first, ...own.map((file) => `assets/${file}`)];
    const loaded = new Set(
      scripts.flatMap((path) => (path.endsWith(".js") ? [...withImports(path)] : [path])),
    );
    expect(weightOf([...loaded])).toBeLessThan(150_000);
  },
);

test("a chart and a QR code are loaded when one is shown", () => {
  const loaded = first
    .filter((path) => path.endsWith(".js"))
    .flatMap((path) => [...withImports(path)]);
  expect(files.filter((file) => /^(?:charts|qr)-[\w-]+\.js$/.test(file))).toHaveLength(2);
  expect(loaded.filter((path) => /\/(?:charts|qr)-/.test(path))).toEqual([]);
});
