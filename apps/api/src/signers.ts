import { CommandError } from "./cli/command-error.ts";
import { signerAddresses, signersCommand } from "./cli/signers-command.ts";
import { withDatabase } from "./cli/with-database.ts";
import { withSecretFiles } from "./config/environment.ts";
import { ChainUnavailable } from "./ports/settlement-chain.ts";
import { runEntry } from "./process/run-entry.ts";

/* `pnpm signers`: shows the accounts that send settlements, and lets one that has halted go on. */

await runEntry(async () => {
  const environment = withSecretFiles(process.env);
  const words = process.argv.slice(2);
  const lines =
    signerAddresses(words, environment) ??
    (await withDatabase(environment, signersCommand(words, environment)));
  process.stdout.write(`${lines.join("\n")}\n`);
}, [CommandError, ChainUnavailable]);
