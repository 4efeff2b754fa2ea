import { fileURLToPath } from "node:url";

/** Node's flags for the service. They keep memory use low at little cost (docs/adr/0008-metering.md). */
export const serviceFlags = ["--max-semi-space-size=16", "--heap-growing-percent=30"] as const;

const settings = {
  /** Makes glibc return what the start no longer needs. Without it, glibc raises this threshold and keeps some 40 MB. */
  MALLOC_TRIM_THRESHOLD_: "131072",
  /**
   * Where Node keeps what it compiled, so that a later start need not load Node's TypeScript compiler. It is not in a folder
   * for temporary files, which others may write. Where it cannot be written, Node compiles at each start.
   */
  NODE_COMPILE_CACHE: fileURLToPath(new URL("../../node_modules/.cache/node", import.meta.url)),
};

/**
 * Restarts this process with the service's flags if they are missing, because they cannot be set later. The process
 * keeps its id, standard streams and signals. Where the operating system cannot replace a process, it continues
 * without the flags.
 */
export function haveServiceFlags(environment: Readonly<Record<string, string>>): void {
  const missing = serviceFlags.filter((flag) => !process.execArgv.includes(flag));
  if (missing.length === 0) return;
  const [, ...words] = process.argv;
  process.execve?.(
    process.execPath,
    [process.execPath, ...missing, ...process.execArgv, ...words],
    { ...settings, ...process.env, ...environment },
  );
}
