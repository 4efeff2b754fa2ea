import type { CommandLine } from "../command-line.ts";
import { documented, group, json, wholeNumber } from "../words.ts";

export function scaleCommand(commandLine: CommandLine) {
  return group(
    "scale",
    "Distribute the usage events over the nodes of a Citus cluster, and show how they lie there.",
    [distribute(commandLine), status(commandLine)],
    ["scale distribute --dry-run", "scale status"],
  );
}

const distribute = (commandLine: CommandLine) =>
  documented(
    "distribute",
    "Distribute the usage events over the workers of the Citus cluster that DATABASE_URL names, by their subscription. The service can run meanwhile. An interrupted run can be repeated: what is done is passed over.",
    {
      examples: ["scale distribute --dry-run", "scale distribute --shards 64"],
    },
  )
    .option(
      "--shards <number>",
      "parts of the table, which Citus moves between nodes",
      wholeNumber(1, 1_024),
      32,
    )
    .option("--dry-run", "only say what is to be done")
    .option(...json)
    .action((options) =>
      commandLine.run({ ...options, needs: ["client"] }, async () => {
        const { distributeUsage } = await import("../actions/scale.ts");
        return distributeUsage(commandLine.surroundings, options, commandLine.say);
      }),
    );

const status = (commandLine: CommandLine) =>
  documented(
    "status",
    "Show the nodes of the database, their shards of the usage events, sizes and balance.",
    { examples: ["scale status", "scale status --json"] },
  )
    .option(...json)
    .action((options) =>
      commandLine.run({ ...options, needs: ["client"] }, async () => {
        const { scaleStatus } = await import("../actions/scale.ts");
        return scaleStatus(commandLine.surroundings);
      }),
    );
