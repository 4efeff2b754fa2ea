import { CommandError } from "./cli/command-error.ts";
import { contractsCommand } from "./cli/contracts-command.ts";
import { variables } from "./config/config.ts";
import { withSecretFiles } from "./config/environment.ts";
import { runEntry } from "./process/run-entry.ts";

/* `pnpm contracts`: puts the contracts on a chain, and prints the variables that name them. */

await runEntry(async () => {
  const environment = withSecretFiles(process.env, [...Object.keys(variables), "DEPLOYER_KEY"]);
  const { lines, notes } = await contractsCommand(process.argv.slice(2), environment);
  for (const note of notes) process.stderr.write(`${note}\n`);
  for (const line of lines) process.stdout.write(`${line}\n`);
}, [CommandError]);
