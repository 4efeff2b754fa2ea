import { ChainUnavailable } from "./chain/settlement-chain.ts";
import { CommandError } from "./commands/command-error.ts";
import { signersCommand } from "./commands/signers-command.ts";
import { withDatabase } from "./commands/with-database.ts";
import { runEntry } from "./process/run-entry.ts";

/* `pnpm signers`: shows the accounts that send settlements, and lets one that has halted go on. */

await runEntry(async () => {
  const run = signersCommand(process.argv.slice(2), process.env);
  const lines = await withDatabase(process.env, run);
  process.stdout.write(`${lines.join("\n")}\n`);
}, [CommandError, ChainUnavailable]);
