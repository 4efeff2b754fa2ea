// `pnpm test` runs everything that must pass before a change is merged; `pnpm test:system` runs the long tests. With
// `--database citus`, the long tests and the tests of usage events run on a Citus cluster, from CITUS_BIN. The steps run
// one after the other, each with its time, and all of them run even if one fails. A failed step's output is shown.
// vitest.config.ts defines the suite of each test.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const scratch = mkdtempSync(join(tmpdir(), "usance-test-"));
const reports = [];
const node = (script, ...args) => [process.execPath, script, ...args];

const [suite, ...words] = process.argv.slice(2);
const onCitus = words.join(" ") === "--database citus";
if (words.length > 0 && !onCitus) throw new Error(`Unknown: ${words.join(" ")}`);
if (onCitus && suite !== "system") throw new Error("--database citus is for test:system.");
/** The folders of the other suite whose tests read or write usage events, which Citus distributes. */
const ofUsageEvents = ["balances", "billing", "corrections", "holds", "ledger", "reports", "usage"]
  .map((folder) => `apps/api/src/${folder}`)
  .concat("apps/api/test/conformance");

const prepare = [
  ["generate the database client", node("apps/api/scripts/generate.mjs")],
  ["build the checkout page", node("apps/checkout/scripts/build.mjs")],
  ["build the dashboard", node("apps/dashboard/scripts/build.mjs")],
];
const checks = [
  ["types", node("node_modules/typescript/bin/tsc", "--build")],
  ["format, lint, imports", node("node_modules/@biomejs/biome/bin/biome", "ci", ".")],
  ["promises and switches", node("node_modules/oxlint/bin/oxlint", "--type-aware")],
  ["dead code", node("node_modules/knip/bin/knip.js", "--no-progress")],
  ["drift of generated files", node("scripts/generate.mjs", "--check")],
  [
    "OpenAPI document",
    node("apps/api/node_modules/@redocly/cli/bin/cli.js", "lint", "packages/sdk/openapi.json"),
  ],
  ["contracts: tests", node("contracts/scripts/forge.mjs", "test")],
  ["contracts: drift and gas", node("contracts/scripts/generate.mjs", "--check")],
];
const tests = [vitest("tests", `--project=${suite}:*`)];
if (onCitus) tests.push(vitest("tests of usage events", "--project=test:code", ...ofUsageEvents));
const suites = { test: [...prepare, ...checks, ...tests], system: [...prepare, ...tests] };
const steps = suites[suite];
if (steps === undefined) throw new Error("Which suite: test or system?");

const failed = [];
for (const [name, command, { show = false } = {}] of steps) {
  const begin = performance.now();
  const { status, output } = await run(command, show);
  const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
  process.stdout.write(`${status === 0 ? "ok  " : "FAIL"} ${seconds.padStart(6)} s  ${name}\n`);
  if (status === 0) continue;
  failed.push(name);
  process.stdout.write(output);
}
const counts = summarize();
rmSync(scratch, { recursive: true, force: true });
if (failed.length > 0) process.stdout.write(`\nFailed: ${failed.join("; ")}\n`);
process.stdout.write(`\n${counts}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;

/** A step that runs tests and shows how. */
function vitest(name, ...which) {
  const report = join(scratch, `${reports.length}.json`);
  reports.push(report);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return [
    name,
    node("node_modules/vitest/vitest.mjs", "run", ...which, ...reporters),
    { show: true },
  ];
}

/** Runs a command to its end. @returns its status and, unless it was shown, what it printed */
function run([file, ...args], show) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      stdio: ["ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe"],
      env: {
        ...process.env,
        ...(onCitus && { TEST_DATABASE: "citus" }),
        ...(process.stdout.isTTY !== true && { NO_COLOR: "1" }),
      },
    });
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => resolve({ status: 1, output: `${error.message}\n` }));
    child.on("close", (status) => resolve({ status, output }));
  });
}

/** The slowest test files, and how many tests there were. */
function summarize() {
  if (!reports.every(existsSync)) return "The tests did not finish.";
  const all = reports.map((report) => JSON.parse(readFileSync(report, "utf8")));
  const sum = (of) => all.reduce((total, one) => total + one[of], 0);
  const slowest = all
    .flatMap(({ testResults }) => testResults)
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1_000 }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, 8)
    .map(
      ({ name, seconds }) =>
        `${seconds.toFixed(1).padStart(6)} s  ${name.replace(`${process.cwd()}/`, "")}`,
    );
  return `Slowest test files:\n${slowest.join("\n")}\n\n${sum("numPassedTests")} passed, ${sum("numFailedTests")} failed`;
}
