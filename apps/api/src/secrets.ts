import { CommandError } from "./cli/command-error.ts";
import { secretsCommand } from "./cli/secrets-command.ts";
import { withDatabase } from "./cli/with-database.ts";
import { withSecretFiles } from "./config/environment.ts";
import { runEntry } from "./process/run-entry.ts";

/* `pnpm secrets`: seals anew what is sealed with a key that is to be given up. */

await runEntry(async () => {
  const environment = withSecretFiles(process.env);
  const run = secretsCommand(process.argv.slice(2), environment);
  process.stdout.write(`${await withDatabase(environment, run)}\n`);
}, [CommandError]);
