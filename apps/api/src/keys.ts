import { CommandError } from "./commands/command-error.ts";
import { keysCommand } from "./commands/keys-command.ts";
import { withDatabase } from "./commands/with-database.ts";
import { withSecretFiles } from "./environment.ts";
import { runEntry } from "./process/run-entry.ts";

/* `pnpm keys`: makes, lists and revokes API keys, the first one of a new service among them. */

await runEntry(async () => {
  const run = keysCommand(process.argv.slice(2));
  const { lines, notes } = await withDatabase(withSecretFiles(process.env), run);
  for (const note of notes) process.stderr.write(`${note}\n`);
  for (const line of lines) process.stdout.write(`${line}\n`);
}, [CommandError]);
