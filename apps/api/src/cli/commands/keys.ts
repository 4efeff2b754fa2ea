import { Option } from "@commander-js/extra-typings";
import type { CommandLine } from "../command-line.ts";
import { documented, group, json, listOf } from "../words.ts";

export function keysCommand(commandLine: CommandLine) {
  return group(
    "keys",
    "Create, list and revoke API keys, including the first one of a new service.",
    [create(commandLine), list(commandLine), revoke(commandLine)],
    ["keys create --admin --name Operations", "keys list", "keys revoke k3v9"],
  );
}

const create = (commandLine: CommandLine) =>
  documented(
    "create",
    "Create an API key for the platform or for a seller. Prints only its secret on standard output; it cannot be shown again.",
    {
      examples: [
        "keys create --admin --name Operations",
        "keys create --user seller@example.com --scopes usage-events:write,subscriptions:read",
        "keys create --admin --expires 2027-01-31T12:00:00Z --json",
      ],
    },
  )
    .option("--admin", "a key of the platform, with access to every seller")
    .addOption(
      new Option("--user <user>", "id or e-mail of the seller that the key belongs to").conflicts(
        "admin",
      ),
    )
    .option("--name <name>", "name of the key", "usance keys")
    .option("--scopes <scopes>", "scopes of the key: `a,b` (default: all)", listOf(String))
    .option("--expires <time>", "when the key stops working, in ISO 8601 (default: never)")
    .option(...json)
    .action((options, self) => {
      if (options.admin === undefined && options.user === undefined) {
        self.error("error: give --admin or --user <user>");
      }
      return commandLine.run({ ...options, needs: ["client"] }, async () => {
        const { createKey } = await import("../actions/keys.ts");
        return createKey(commandLine.surroundings, options);
      });
    });

const list = (commandLine: CommandLine) =>
  documented("list", "List every API key, newest first, without secrets.", {
    examples: ["keys list", "keys list --json"],
  })
    .option(...json)
    .action((options) =>
      commandLine.run({ ...options, needs: ["client"] }, async () => {
        const { listKeys } = await import("../actions/keys.ts");
        return listKeys(commandLine.surroundings);
      }),
    );

const revoke = (commandLine: CommandLine) =>
  documented(
    "revoke",
    "Revoke an API key, and all keys and wallet grants that it created, directly or through others. They stop working within a second.",
    {
      examples: ["keys revoke k3v9", "keys revoke k3v9 --no-descendants"],
    },
  )
    .argument("<id>", "of the key, as `usance keys list` shows it")
    .option("--no-descendants", "keep the keys and wallet grants that it created")
    .option(...json)
    .action((id, options) =>
      commandLine.run({ ...options, needs: ["client"] }, async () => {
        const { revokeKey } = await import("../actions/keys.ts");
        return revokeKey(commandLine.surroundings, id, options);
      }),
    );
