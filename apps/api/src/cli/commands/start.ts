import { aborted } from "node:util";
import { Command } from "@commander-js/extra-typings";
import { stopSignal } from "../../server/process/stop-signal.ts";
import type { CommandLine } from "../command-line.ts";
import { haveServiceFlags } from "../node-flags.ts";
import { documented } from "../words.ts";

export function startCommand(commandLine: CommandLine) {
  const command = new Command("start")
    .description(
      "Start the service in production. All settings come from the environment: docs/configuration.md.",
    )
    .action(() => {
      const { NODE_ENV = "production" } = process.env;
      haveServiceFlags({ NODE_ENV });
      process.env.NODE_ENV = NODE_ENV;
      return commandLine.run({ needs: ["client", "pages"] }, async () => {
        // A stop during the start waits until the start is complete, so that nothing is left half started.
        await start(commandLine, stopSignal());
        return {};
      });
    });
  return documented(command, {
    examples: ["start"],
    exitCodes: "0 stopped by a signal, 1 failed, 2 wrong usage",
  });
}

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
