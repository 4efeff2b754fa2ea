import { stopSignal } from "../../server/process/stop-signal.ts";
import { inDevelopment } from "../command-error.ts";
import type { CommandLine } from "../command-line.ts";
import { documented } from "../words.ts";

export const devCommand = (commandLine: CommandLine) =>
  documented(
    "dev",
    "Start the service with a database and a chain of its own, for development. State is kept in DATA_DIR. Each request is a line; without a terminal, a line of JSON.",
    {
      examples: ["dev", "dev --quiet", "dev --sample"],
      exitCodes: "0 stopped by a signal, 1 failed, 2 wrong usage",
    },
  )
    .option("--quiet", "log no requests, only warnings and errors")
    .option("--sample", "make a month of a seller's sales, once, to have something to look at")
    .action(({ quiet = false, sample = false }) =>
      commandLine.run({ needs: ["client", "pages"] }, async () => {
        const stop = stopSignal();
        const { dev } = await inDevelopment(() => import("../actions/dev.ts"));
        await dev(commandLine, stop, { quiet, sample });
        return {};
      }),
    );
