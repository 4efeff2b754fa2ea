import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash, randomInt } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { partOf, parts } from "./suites.ts";

const help = `pnpm test [--repeat <number>]
  Runs what must pass before a change is merged. --repeat runs the tests alone, so often, and counts for each test how
  often it failed.

pnpm test:system [--only <parts>] [--since <revision>] [--database citus]
  Runs the long tests, which take about an hour. --only browser,processes runs some parts of them, and --since the parts that a
  change since then touches (scripts/suites.ts). With --database citus, the long tests and the tests of usage events run on
  a Citus cluster, from CITUS_BIN. TEST_SEED sets the seed of what the tests draw.

Each step is printed with its time, and all of them run even if one fails. pnpm test runs the tests beside the other steps.`;

const [suite, ...words] = process.argv.slice(2);
if (words.includes("--help")) {
  print(help);
  process.exit();
}
const options = optionsOf(suite, words);
const onCitus = options.database === "citus";
const seed = process.env.TEST_SEED ?? String(suite === "system" ? randomInt(1, 2 ** 31) : 1);
const { packageManager } = JSON.parse(readFileSync("package.json", "utf8"));
const exec = `npx --yes ${packageManager} exec`;
const scratch = mkdtempSync(join(tmpdir(), "usance-test-"));
const before = status();
const reports = [];
const failed = [];

await runInOrder([
  step("generate the database client", "apps/api/scripts/generate.mjs"),
  step("build the checkout page", "apps/checkout/scripts/build.mjs"),
  step("build the dashboard", "apps/dashboard/scripts/build.mjs"),
  step("build the documentation", "apps/docs/scripts/build.mjs"),
]);
await Promise.all(lanesOf(suite).map(runInOrder));
const changed = changedFiles();
if (changed.length > 0) print(`FAIL  The run changed files:\n${changed.join("\n")}`);

summarize();
rmSync(scratch, { recursive: true, force: true });
process.exitCode = failed.length > 0 || changed.length > 0 ? 1 : 0;

function optionsOf(of, given) {
  const strings = { test: ["repeat"], system: ["only", "since", "database"] }[of];
  try {
    const { values } = parseArgs({
      // pnpm passes on the `--` that separates its options from those of the script.
      args: given.filter((word) => word !== "--"),
      options: Object.fromEntries(strings.map((name) => [name, { type: "string" }])),
    });
    const { repeat = "1", database = "citus", only, since } = values;
    if (!/^[1-9]\d*$/.test(repeat)) fail("--repeat takes a number of runs.");
    if (database !== "citus") fail("--database takes citus.");
    const unknown = only?.split(",").filter((name) => !(name in parts)) ?? [];
    if (unknown.length > 0) fail(`Not a part: ${unknown}. Parts: ${Object.keys(parts)}.`);
    if (since !== undefined && !isRevision(since)) fail(`Not a revision: ${since}.`);
    return values;
  } catch (error) {
    fail(`${error.message}\n\n${help}`);
  }
}

function isRevision(name) {
  return spawnSync("git", ["rev-parse", "--verify", "--quiet", `${name}^{commit}`]).status === 0;
}

/** Ends this process for wrong words. */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

async function runInOrder(steps) {
  for (const step of steps) {
    const begin = performance.now();
    const { code, output } = await run(step);
    const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
    print(`${code === 0 ? "ok  " : "FAIL"} ${seconds.padStart(6)} s  ${step.name}`);
    if (code === 0) step.passed?.();
    else {
      failed.push(step);
      process.stdout.write(output);
    }
  }
}

/** Lists of steps that run beside each other: the tests leave part of the processors idle. */
function lanesOf(of) {
  if (of === "system") {
    const chosen = chosenParts();
    if (chosen.length === 0) print("No part is chosen: nothing that it tests has changed.");
    return [chosen.flatMap(stepsOfPart)];
  }
  const repeats = Number(options.repeat ?? 1);
  if (repeats > 1) {
    const runs = Array.from({ length: repeats }, (_, index) => `tests, run ${index + 1}`);
    return [runs.map((name) => vitest(name, "--project=test:*"))];
  }
  // The tests need the processors: each of these two takes half as much of them in one thread.
  const oneThread = { GOMAXPROCS: "1" };
  const checks = [
    step("types", "node_modules/typescript/bin/tsc", "--build", "--singleThreaded"),
    step("format, lint, imports", "node_modules/@biomejs/biome/bin/biome", "ci", "."),
    {
      ...step(
        "promises and switches",
        "node_modules/oxlint/bin/oxlint",
        "--type-aware",
        "--threads=1",
      ),
      env: oneThread,
    },
    step("drift of generated files", "scripts/generate.mjs", "--check"),
    ...contractSteps(),
  ];
  return [[vitest("tests", "--project=test:*")], checks];
}

/** The contracts and their generated files are tested if they differ from those of the last run that passed. */
function contractSteps() {
  const stampFile = "node_modules/.cache/usance/contracts";
  const files = git("ls-files", "--cached", "--others", "--exclude-standard", "contracts");
  const hash = createHash("sha256");
  for (const file of files.filter(existsSync)) hash.update(`${file}\0`).update(readFileSync(file));
  const stamp = hash.digest("hex");
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) {
    print("The contracts are those of the last run that passed, so they are not tested.");
    return [];
  }
  const passed = () => {
    if (failed.some(({ name }) => name.startsWith("contracts"))) return;
    mkdirSync(dirname(stampFile), { recursive: true });
    writeFileSync(stampFile, stamp);
  };
  return [
    step("contracts: tests", "contracts/scripts/forge.mjs", "test"),
    { ...step("contracts: drift", "contracts/scripts/generate.mjs", "--check"), passed },
  ];
}

function chosenParts() {
  const { only, since } = options;
  const changedSince =
    since === undefined
      ? null
      : [
          ...git("diff", "--name-only", since),
          ...git("ls-files", "--others", "--exclude-standard"),
        ];
  return Object.entries(parts).flatMap(([name, { tests, of }]) => {
    if (only !== undefined && !only.split(",").includes(name)) return [];
    const touches = (file) => [...tests, ...of].some((path) => file.startsWith(path));
    return changedSince === null || changedSince.some(touches) ? [name] : [];
  });
}

function stepsOfPart(name) {
  if (name === "contracts") {
    const night = { FOUNDRY_PROFILE: "night" };
    return [
      { ...step("contracts: tests", "contracts/scripts/forge.mjs", "test"), env: night },
      step("contracts: drift and gas", "contracts/scripts/generate.mjs", "--check", "--gas"),
    ];
  }
  if (name === "documents") {
    const redocly = "apps/api/node_modules/@redocly/cli/bin/cli.js";
    return [
      step("dead code", "node_modules/knip/bin/knip.js", "--no-progress"),
      step("OpenAPI document", redocly, "lint", "packages/sdk/openapi.json"),
    ];
  }
  // A folder of one part may lie in that of another.
  const files = git(
    "ls-files",
    "--cached",
    "--others",
    "--exclude-standard",
    ...parts[name].tests,
  ).filter((file) => /\.test\.ts$/.test(file) && existsSync(file) && partOf(file) === name);
  const steps = [vitest(name, "--project=system:*", ...files)];
  if (onCitus && name === "scaling") {
    const ofUsageEvents = "balances cli/ledger invoices usage"
      .split(" ")
      .map((folder) => `apps/api/src/${folder}/`);
    const also = ["--project=test:code", ...ofUsageEvents, "apps/api/test/conformance/"];
    steps.push(vitest("tests of usage events", ...also));
  }
  return steps;
}

function step(name, script, ...args) {
  return { name, args: [script, ...args] };
}

/** A step that runs tests and shows how. */
function vitest(name, ...which) {
  const report = join(scratch, `${reports.length}.json`);
  reports.push(report);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return { ...step(name, "node_modules/vitest/vitest.mjs", "run", ...which, ...reporters), report };
}

/** Runs a step to its end. @returns its exit code and, unless it showed it, what it printed */
function run({ args, env, report }) {
  const out = report === undefined ? "pipe" : "inherit";
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      stdio: ["ignore", out, out],
      env: {
        ...process.env,
        ...env,
        TEST_SEED: seed,
        ...(onCitus && { TEST_DATABASE: "citus" }),
        ...(process.stdout.isTTY !== true && { NO_COLOR: "1" }),
      },
    });
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => resolve({ code: 1, output: `${error.message}\n` }));
    child.on("close", (code) => resolve({ code, output }));
  });
}

/** Prints the slowest files, what failed and how to repeat it, and how many tests there were. */
function summarize() {
  const unfinished = reports.filter((report) => !existsSync(report)).length;
  const files = reports
    .filter(existsSync)
    .flatMap((report) => JSON.parse(readFileSync(report, "utf8")).testResults)
    .map((file) => ({ ...file, path: file.name.replace(`${process.cwd()}/`, "") }));
  const tests = files.flatMap(({ path, message, assertionResults }) =>
    assertionResults.length === 0
      ? [{ path, name: "", status: message === "" ? "skipped" : "failed" }]
      : assertionResults.map(({ ancestorTitles, title, status }) => {
          return { path, name: [...ancestorTitles, title].join(" > "), status };
        }),
  );
  const slowest = files
    .map(({ path, startTime, endTime }) => ({ path, seconds: (endTime - startTime) / 1_000 }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, 8);
  if (slowest.length > 0) print("\nSlowest test files:");
  for (const { path, seconds } of slowest) print(`${seconds.toFixed(1).padStart(6)} s  ${path}`);

  const failures = tests.filter((test) => test.status === "failed");
  if (failed.length > 0) print(`\nFailed (seed ${seed}):`);
  for (const { name, args, env = {}, report } of failed) {
    const set = Object.entries(env).map(([key, value]) => `${key}=${value} `);
    if (report === undefined) print(`${name}\n    ${set.join("")}${exec} node ${args.join(" ")}`);
    else if (failuresIn(report) === 0) print(`${name}: an error outside of the tests, see above`);
  }
  for (const [test, times] of counted(failures)) {
    const { path, name } = JSON.parse(test);
    const often = reports.length > 1 && suite === "test" ? `${times} of ${reports.length}  ` : "";
    print(often + [path, name].filter(Boolean).join(" > "));
    const chosen = name === "" ? "" : ` -t ${quoted(`^${escaped(name)}$`)}`;
    print(`    TEST_SEED=${seed} ${exec} vitest run ${path}${chosen}`);
  }
  if (unfinished > 0) print(`\nRuns of tests that did not finish: ${unfinished}.`);
  const passed = tests.filter((test) => test.status === "passed").length;
  print(`\n${passed} passed, ${failures.length} failed`);
}

/** How many tests of a run failed; null if it did not finish. */
function failuresIn(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, "utf8")).numFailedTests : null;
}

/** A name as a regular expression. */
function escaped(name) {
  return name.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&");
}

/** A word as a shell reads it literally. */
function quoted(word) {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** How often each test is among them, the most frequent first. */
function counted(failures) {
  const times = new Map();
  for (const { path, name } of failures) {
    const test = JSON.stringify({ path, name });
    times.set(test, (times.get(test) ?? 0) + 1);
  }
  return [...times].sort(([, one], [, other]) => other - one);
}

/**
 * Files that are not as they were before the run. The lockfile may not differ from the commit either unless a manifest does:
 * installing, which came before the run, completes a lockfile that lacks packages of other platforms.
 */
function changedFiles() {
  const now = status();
  const isManifest = (line) => /[ /](package\.json|pnpm-workspace\.yaml)$/.test(line);
  const mayChange = now.some(isManifest) && !process.env.CI;
  return now.filter(
    (line) => !before.includes(line) || (line.endsWith(" pnpm-lock.yaml") && !mayChange),
  );
}

function status() {
  try {
    return git("status", "--porcelain");
  } catch {
    return []; // not a clone
  }
}

function git(...args) {
  return execFileSync("git", args, { encoding: "utf8" }).split("\n").filter(Boolean);
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
