import { CommandError } from "./commands/command-error.ts";
import { secretsCommand } from "./commands/secrets-command.ts";
import { withDatabase } from "./commands/with-database.ts";
import { withSecretFiles } from "./environment.ts";
import { runEntry } from "./process/run-entry.ts";

/* `pnpm secrets`: seals anew what is sealed with a key that is to be given up. */

await runEntry(async () => {
  const environment = withSecretFiles(process.env);
  const run = secretsCommand(process.argv.slice(2), environment);
  process.stdout.write(`${await withDatabase(environment, run)}\n`);
}, [CommandError]);
