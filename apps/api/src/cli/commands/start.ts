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
        const stop = stopSignal();
        const { start } = await import("../actions/start.ts");
        await start(commandLine, stop);
        return {};
      });
    });
  return documented(command, {
    examples: ["start"],
    exitCodes: "0 stopped by a signal, 1 failed, 2 wrong usage",
  });
}
