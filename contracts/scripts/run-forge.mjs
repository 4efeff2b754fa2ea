// Calls forge's binary itself: the launcher of @foundry-rs/forge 1.7 ends with 0 even when forge fails, so
// a failing test would pass.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { BINARY_NAME, PLATFORM_SPECIFIC_PACKAGE_NAME } from "@foundry-rs/forge/const.mjs";

export const contractsFolder = fileURLToPath(new URL("..", import.meta.url));

/**
 * Runs forge in this package, with `env` added to the environment, and gives the last line it printed.
 * If forge fails, prints all of its output and ends this process with its status.
 */
export function runForge(args, env = {}) {
  const { status, stdout, error } = spawnSync(forgeBinary(), args, {
    cwd: contractsFolder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  if (error) throw error;
  if (status !== 0) {
    process.stdout.write(stdout);
    process.exit(status ?? 1);
  }
  return stdout.trimEnd().split("\n").at(-1) ?? "";
}

/** The binary is in a package of its own for each platform, which only @foundry-rs/forge itself can resolve. */
function forgeBinary() {
  const platformPackage = PLATFORM_SPECIFIC_PACKAGE_NAME("forge");
  if (!platformPackage)
    throw new Error(`forge has no build for ${process.platform} ${process.arch}`);
  const launcher = createRequire(import.meta.url).resolve("@foundry-rs/forge/const.mjs");
  return createRequire(launcher).resolve(`${platformPackage}/bin/${BINARY_NAME("forge")}`);
}
