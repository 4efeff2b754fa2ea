import { stopSignal } from "../../server/process/stop-signal.ts";
import { callService } from "../call-service.ts";
import { WrongUse } from "../command-error.ts";
import type { CommandLine } from "../command-line.ts";
import { documented, group, json, oneOf, wholeNumber } from "../words.ts";

export function usageCommand(commandLine: CommandLine) {
  return group(
    "usage",
    "Record usage from files. It calls the service that `usance dev` runs, or that of USANCE_URL and USANCE_API_KEY.",
    [importCommand(commandLine)],
    ["usage import january.csv"],
  );
}

export const formats = ["csv", "ndjson"] as const;

const importCommand = (commandLine: CommandLine) =>
  documented(
    "import",
    "Record the usage events of a file, and write the outcome of each into another file. A second run goes on where the first one ended, and no run records an event twice.",
    {
      examples: [
        "usage import january.csv",
        "usage import events.ndjson --outcomes done.ndjson",
        "usage import export.txt --format csv --json",
      ],
      exitCodes:
        "0 every event is recorded, 1 some were refused, or it was stopped or failed, 2 wrong usage",
    },
  )
    .argument(
      "<file>",
      "CSV with the names of the fields in its first line, or one JSON object a line; the fields are those of POST /usage-events",
    )
    .option("--format <format>", "csv or ndjson (default: by the file's name)", oneOf(formats))
    .option("--outcomes <file>", "where the outcomes are written (default: <file>.outcomes.ndjson)")
    .option("--batch <events>", "events in a call", wholeNumber(1, 1_000), 1_000)
    .option(...json)
    .action((file, { format: given, outcomes = `${file}.outcomes.ndjson`, batch, json: isJson }) =>
      commandLine.run({ json: isJson }, async () => {
        const stop = stopSignal();
        const format = given ?? formatOf(file);
        const { importUsage } = await import("../actions/import-usage.ts");
        const asked = { file, format, outcomes, batch };
        const { surroundings } = commandLine;
        return callService(
          surroundings,
          ({ usageEvents }) => importUsage(asked, usageEvents, surroundings, stop),
          { maxRetries: 8, remedy: "Run the command again to go on." },
        );
      }),
    );

/** @throws WrongUse when a file's name does not say it */
export function formatOf(file: string) {
  if (/\.csv$/i.test(file)) return "csv";
  if (/\.(?:ndjson|jsonl)$/i.test(file)) return "ndjson";
  throw new WrongUse("Name the format with --format csv or --format ndjson.");
}
