import type { CommandLine } from "../command-line.ts";
import { documented, json, wholeNumber } from "../words.ts";

export const verifyLedgerCommand = (commandLine: CommandLine) =>
  documented(
    "verify-ledger",
    "Check the whole database against its invariants and against the chain. It changes nothing.",
    {
      examples: ["verify-ledger", "verify-ledger --from-block 0 --json"],
      exitCodes: "0 all hold, 1 one does not hold, 2 could not be checked or wrong usage",
    },
  )
    .option(
      "--from-block <number>",
      "check the chain from this block on",
      wholeNumber(0, 999_999_999_999_999),
    )
    .option(...json)
    .action((options) =>
      commandLine.run({ ...options, failed: 2 }, async () => {
        const { verifyWholeLedger } = await import("../actions/verify-ledger.ts");
        return verifyWholeLedger(commandLine.surroundings, options);
      }),
    );
