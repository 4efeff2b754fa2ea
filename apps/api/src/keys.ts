import { CommandError } from "./cli/command-error.ts";
import { keysCommand } from "./cli/keys-command.ts";
import { withDatabase } from "./cli/with-database.ts";
import { withSecretFiles } from "./config/environment.ts";
import { runEntry } from "./process/run-entry.ts";

/* `pnpm keys`: makes, lists and revokes API keys, the first one of a new service among them. */

await runEntry(async () => {
  const run = keysCommand(process.argv.slice(2));
  const { lines, notes } = await withDatabase(withSecretFiles(process.env), run);
  for (const note of notes) process.stderr.write(`${note}\n`);
  for (const line of lines) process.stdout.write(`${line}\n`);
}, [CommandError]);
