import { Argument, InvalidArgumentError } from "@commander-js/extra-typings";
import { withSecretFiles } from "../../kit/config/config.ts";
import { inDevelopment } from "../command-error.ts";
import type { Answer, CommandLine, Surroundings } from "../command-line.ts";
import { documented, json } from "../words.ts";

export const migrateCommand = (commandLine: CommandLine) =>
  documented(
    "migrate",
    "Migrate the database, with a role that may change tables. The service's own role does not need this right: `usance start` migrates only if its role may.",
    { examples: ["migrate", "migrate new add_discounts"] },
  )
    .option(...json)
    .action((options) => commandLine.run(options, () => migrateDatabase(commandLine.surroundings)))
    .addCommand(newCommand(commandLine));

async function migrateDatabase({ environment }: Surroundings): Promise<Answer> {
  const { findDatabase } = await import("../actions/with-database.ts");
  const { permitted } = await import("../../db/permitted.ts");
  const { migrate } = await import("../../db/schema-engine.ts");
  const databaseUrl = await findDatabase(withSecretFiles(environment));
  const applied = await permitted(() => migrate(databaseUrl));
  const lines = applied.length === 0 ? ["The database is up to date."] : applied;
  return { lines, json: { applied } };
}

const newCommand = (commandLine: CommandLine) =>
  documented(
    "new",
    "Write a migration from the committed schema.prisma to the one in the working tree, for developers of the service. Read it before you commit it: look for what Postgres must not do while others write.",
    { examples: ["migrate new add_discounts"] },
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
