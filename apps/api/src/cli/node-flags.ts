/** Node's flags for the service: memory stays small at little cost (docs/adr/0018-cost-of-a-request.md). */
export const serviceFlags = ["--max-semi-space-size=8", "--heap-growing-percent=30"] as const;

/**
 * Starts this process again with the service's flags where it was started without them: they cannot be set later. It
 * stays the same process, by id, standard streams and signals. Where an operating system cannot replace a process,
 * it goes on without the flags.
 */
export function haveServiceFlags(environment: Readonly<Record<string, string>>): void {
  const missing = serviceFlags.filter((flag) => !process.execArgv.includes(flag));
  if (missing.length === 0) return;
  const [, ...words] = process.argv;
  process.execve?.(
    process.execPath,
    [process.execPath, ...missing, ...process.execArgv, ...words],
    { ...process.env, ...environment },
  );
}
