import { fileURLToPath } from "node:url";
import { aborted } from "node:util";
import { stopSignal } from "../../server/process/stop-signal.ts";
import type { CommandLine } from "../command-line.ts";
import { documented } from "../words.ts";

export const startCommand = (commandLine: CommandLine) =>
  documented(
    "start",
    "Start the service in production. All settings come from the environment: docs/configuration.md.",
    {
      examples: ["start"],
      exitCodes: "0 stopped by a signal, 1 failed, 2 wrong usage",
    },
  ).action(() => {
    const { NODE_ENV = "production" } = process.env;
    haveServiceFlags({ NODE_ENV });
    process.env.NODE_ENV = NODE_ENV;
    return commandLine.run({ needs: ["client", "pages"] }, async () => {
      // A stop during the start waits until the start is complete, so that nothing is left half started.
      await start(commandLine, stopSignal());
      return {};
    });
  });

/** Runs the service until it is told to stop. */
async function start({ surroundings, say }: CommandLine, stop: AbortSignal): Promise<void> {
  const { readConfig, withSecretFiles } = await import("../../kit/config/config.ts");
  const { serve } = await import("../../server/process/serve.ts");
  const service = await serve(readConfig(withSecretFiles(surroundings.environment)));
  if (!stop.aborted) {
    const { url, metricsUrl } = service;
    say(`Listening on ${url}`);
    if (metricsUrl !== null) say(`Metrics on ${metricsUrl}`);
  }
  await aborted(stop, process);
  await service.stop();
}

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
function haveServiceFlags(environment: Readonly<Record<string, string>>): void {
  const missing = serviceFlags.filter((flag) => !process.execArgv.includes(flag));
  if (missing.length === 0) return;
  const [, ...words] = process.argv;
  process.execve?.(
    process.execPath,
    [process.execPath, ...missing, ...process.execArgv, ...words],
    { ...settings, ...process.env, ...environment },
  );
}
