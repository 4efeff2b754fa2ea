import { ChainUnavailable } from "./chain/settlement-chain.ts";
import { CommandError } from "./commands/command-error.ts";
import { ledgerCommand } from "./commands/ledger-command.ts";
import { withSecretFiles } from "./environment.ts";
import { runEntry } from "./process/run-entry.ts";
import { systemClock } from "./shared/clock.ts";

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
