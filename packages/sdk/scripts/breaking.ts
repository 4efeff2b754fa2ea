import { readFileSync, writeFileSync } from "node:fs";
import { baselineOf } from "./baseline.ts";
import { breakingChanges } from "./breaking-changes.ts";

/*
 * A step of `pnpm generate`: lists what in openapi.json breaks programs that were written for openapi.baseline.json.
 * When nothing does, or with --accept, the document is the baseline from now on. With --check nothing is
 * written.
 */

const check = process.argv.includes("--check");
const accept = process.argv.includes("--accept");
const kept = read("openapi.baseline.json");
const document = baselineOf(JSON.parse(read("openapi.json")));
const changes = await breakingChanges(JSON.parse(kept), document);
const baseline = `${JSON.stringify(document, null, 2)}\n`;

for (const change of changes) process.stdout.write(`${change}\n`);
if (changes.length > 0 && !accept) {
  fail(`\n${changes.length} breaking. If that is meant: \`pnpm generate --accept\`.`);
} else if (!check) {
  writeFileSync(at("openapi.baseline.json"), baseline);
} else if (baseline !== kept) {
  fail("openapi.baseline.json is behind the document: run `pnpm generate`.");
}

function fail(why: string): void {
  process.stderr.write(`${why}\n`);
  process.exitCode = 1;
}

function at(name: string): URL {
  return new URL(`../${name}`, import.meta.url);
}

function read(name: string): string {
  return readFileSync(at(name), "utf8");
}
