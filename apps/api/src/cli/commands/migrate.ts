import { Argument, Command, InvalidArgumentError } from "@commander-js/extra-typings";
import { inDevelopment } from "../command-error.ts";
import type { CommandLine } from "../command-line.ts";
import { documented, json } from "../words.ts";

export function migrateCommand(commandLine: CommandLine) {
  const command = new Command("migrate")
    .description(
      "Migrate the database, with a role that may change tables. The service's own role does not need this right: `usance start` migrates only if its role may.",
    )
    .option(...json)
    .action((options) =>
      commandLine.run(options, async () => {
        const { migrateDatabase } = await import("../actions/migrate.ts");
        return migrateDatabase(commandLine.surroundings);
      }),
    )
    .addCommand(newCommand(commandLine));
  return documented(command, { examples: ["migrate", "migrate new add_discounts"] });
}

function newCommand(commandLine: CommandLine) {
  const command = new Command("new")
    .description(
      "Write a migration from the committed schema.prisma to the one in the working tree, for developers of the service. Read it before you commit it: look for what Postgres must not do while others write.",
    )
    .addArgument(
      new Argument("<name>", "in lower case with underscores").argParser((text) => {
        if (/^[a-z][a-z0-9_]*$/.test(text)) return text;
        throw new InvalidArgumentError("Use lower case letters, digits and underscores.");
      }),
    )
    .action((name) =>
      commandLine.run({}, async () => {
        const { writeMigration } = await inDevelopment(() => import("../dev/write-migration.ts"));
        return { lines: [await writeMigration(name)] };
      }),
    );
  return documented(command, { examples: ["migrate new add_discounts"] });
}
