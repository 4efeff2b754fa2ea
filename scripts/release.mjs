// `pnpm release`: builds, packs and checks every package that is published, and uploads nothing.
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = join(root, "release");

/** Packages for ESM programs, or for their types alone. */
const esmAlone = new Set(["@usance/api", "@usance/express"]);

const help = `Usage: pnpm release [options]

Builds and packs every package that is published (those whose package.json is not "private") into release/, and
checks the tarballs with publint and Are the Types Wrong. It uploads nothing: CONTRIBUTING.md says how to.
If a package fails a check, release/ is not written and the exit code is 1.

Options:
  -h, --help  show this help
`;

try {
  const { values } = parseArgs({ options: { help: { type: "boolean", short: "h" } } });
  if (values.help) process.stdout.write(help);
  else process.exitCode = release() ? 0 : 1;
} catch (error) {
  if (!error.code?.startsWith("ERR_PARSE_ARGS")) throw error;
  process.stderr.write(`${error.message}\n\n${help}`);
  process.exitCode = 2;
}

/** Replaces release/ if every package passes. @returns whether all of them passed */
function release() {
  rmSync(target, { recursive: true, force: true });
  const scratch = join(root, "node_modules", `.release-${process.pid}`);
  mkdirSync(scratch, { recursive: true });
  try {
    const passed = publishedPackages().map((one) => isReady(one, scratch));
    if (passed.includes(false)) return false;
    renameSync(scratch, target);
    process.stdout.write("\nNothing was uploaded: CONTRIBUTING.md says how to.\n");
    return true;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function publishedPackages() {
  return globSync(["apps/*/package.json", "packages/*/package.json"], { cwd: root })
    .map((file) => JSON.parse(readFileSync(join(root, file), "utf8")))
    .filter((manifest) => !manifest.private)
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Packs and checks a package. What a failed step printed is shown. */
function isReady({ name, version }, scratch) {
  const file = `${name.slice(1).replace("/", "-")}-${version}.tgz`;
  const tarball = join(scratch, file);
  const bin = (command) => join(root, "node_modules", ".bin", command);
  const steps = [
    ["pack", "npx", "--yes", "pnpm@12.21.0", "--filter", name, "pack", "--out", tarball],
    ["publint", bin("publint"), "run", tarball, "--strict"],
    ["attw", bin("attw"), tarball, ...(esmAlone.has(name) ? ["--profile", "esm-only"] : [])],
  ];
  for (const [step, command, ...args] of steps) {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: "utf8" });
    if (status === 0) continue;
    process.stdout.write(`FAIL ${name} ${version}: ${step}\n${stdout ?? ""}${stderr ?? ""}`);
    return false;
  }
  process.stdout.write(`ok   ${name} ${version}  ${relative(root, join(target, file))}\n`);
  return true;
}
