import { CommandError } from "./cli/command-error.ts";
import { verifyCommand } from "./cli/verify-command.ts";
import { withSecretFiles } from "./config/environment.ts";
import { ChainUnavailable } from "./ports/settlement-chain.ts";
import { runEntry } from "./process/run-entry.ts";

/*
 * `pnpm verify`: holds a settlement against the chain. The exit code is 0 when all of it is there, 1
 * when something is not, and 2 when it could not be asked.
 */

await runEntry(
  async () => {
    const words = process.argv.slice(2);
    const { lines, verified } = await verifyCommand(words, withSecretFiles(process.env));
    process.stdout.write(`${lines.join("\n")}\n`);
    process.exitCode = verified ? 0 : 1;
  },
  [CommandError, ChainUnavailable],
  2,
);
