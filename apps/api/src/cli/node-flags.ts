/** Node's flags for the service. They keep memory use low at little cost (docs/adr/0018-cost-of-a-request.md). */
export const serviceFlags = ["--max-semi-space-size=16", "--heap-growing-percent=30"] as const;

/** Makes glibc return what the start no longer needs. Without it, glibc raises this threshold and keeps some 40 MB. */
const memorySettings = { MALLOC_TRIM_THRESHOLD_: "131072" };

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
    { ...memorySettings, ...process.env, ...environment },
  );
}
