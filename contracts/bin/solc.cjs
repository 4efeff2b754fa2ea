#!/usr/bin/env node
// Lets forge use the solc of npm, so a build needs no compiler download. Forge only ever asks these two things.
const { readFileSync } = require("node:fs");
const solc = require("solc");

if (process.argv.includes("--version")) {
  process.stdout.write(
    `solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`,
  );
} else if (process.argv.includes("--standard-json")) {
  process.stdout.write(solc.compile(readFileSync(0, "utf8")));
} else {
  process.stderr.write(
    `solc.cjs answers --version and --standard-json, not: ${process.argv.slice(2).join(" ")}\n`,
  );
  process.exitCode = 2;
}
