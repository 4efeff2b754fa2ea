import { Command } from "@commander-js/extra-typings";
import type { CommandLine } from "../command-line.ts";
import { documented, group, json } from "../words.ts";

export function secretsCommand(commandLine: CommandLine) {
  const reseal = new Command("reseal")
    .description(
      "Seal every webhook secret with the first key in WEBHOOK_SECRETS_KEY. The other keys there open what was sealed with them.",
    )
    .option(...json)
    .action((options) =>
      commandLine.run({ ...options, needs: ["client"] }, async () => {
        const action = await import("../actions/secrets.ts");
        return action.reseal(commandLine.surroundings);
      }),
    );
  return group(
    "secrets",
    "Replace the key that webhook secrets are sealed with.",
    [documented(reseal, { examples: ["secrets reseal"] })],
    ["secrets reseal"],
  );
}
