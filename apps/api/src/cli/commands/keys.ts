import { Command, Option } from "@commander-js/extra-typings";
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

function create(commandLine: CommandLine) {
  const command = new Command("create")
    .description(
      "Create an API key for the platform or for a seller. Prints only its secret on standard output; it cannot be shown again.",
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
  return documented(command, {
    examples: [
      "keys create --admin --name Operations",
      "keys create --user seller@example.com --scopes usage-events:write,subscriptions:read",
      "keys create --admin --expires 2027-01-31T12:00:00Z --json",
    ],
  });
}

function list(commandLine: CommandLine) {
  const command = new Command("list")
    .description("List every API key, newest first, without secrets.")
    .option(...json)
    .action((options) =>
      commandLine.run({ ...options, needs: ["client"] }, async () => {
        const { listKeys } = await import("../actions/keys.ts");
        return listKeys(commandLine.surroundings);
      }),
    );
  return documented(command, { examples: ["keys list", "keys list --json"] });
}

function revoke(commandLine: CommandLine) {
  const command = new Command("revoke")
    .description(
      "Revoke an API key, and all keys and wallet grants that it created, directly or through others. They stop working within a second.",
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
  return documented(command, {
    examples: ["keys revoke k3v9", "keys revoke k3v9 --no-descendants"],
  });
}
