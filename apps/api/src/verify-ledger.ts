import { CommandError } from "./cli/command-error.ts";
import { ledgerCommand } from "./cli/ledger-command.ts";
import { withSecretFiles } from "./config/environment.ts";
import { systemClock } from "./lib/clock.ts";
import { ChainUnavailable } from "./ports/settlement-chain.ts";
import { runEntry } from "./process/run-entry.ts";

/*
 * `pnpm verify-ledger`: holds the whole database against its invariants and the chain. The exit code is
 * 0 when all hold, 1 when one does not, and 2 when it could not be asked.
 */

await runEntry(
  async () => {
    const environment = withSecretFiles(process.env);
    const words = process.argv.slice(2);
    const { lines, verified } = await ledgerCommand(words, environment, systemClock.now());
    process.stdout.write(`${lines.join("\n")}\n`);
    process.exitCode = verified ? 0 : 1;
  },
  [CommandError, ChainUnavailable],
  2,
);
