import { ConfigError, withSecretFiles } from "../../kit/config/config.ts";
import { variables } from "../../kit/config/variables.ts";
import { CannotOpen, sealWith } from "../../kit/seal.ts";
import { CommandError } from "../command-error.ts";
import type { Answer, CommandLine, Surroundings } from "../command-line.ts";
import { documented, group, json } from "../words.ts";

export function secretsCommand(commandLine: CommandLine) {
  const reseal = documented(
    "reseal",
    "Seal every webhook secret with the first key in WEBHOOK_SECRETS_KEY. The other keys there open what was sealed with them.",
    { examples: ["secrets reseal"] },
  )
    .option(...json)
    .action((options) =>
      commandLine.run({ ...options, needs: ["client"] }, () => resealAll(commandLine.surroundings)),
    );
  return group(
    "secrets",
    "Replace the key that webhook secrets are sealed with.",
    [reseal],
    ["secrets reseal"],
  );
}

/** @throws CommandError when no key opens one of the secrets */
async function resealAll({ environment: given, clock }: Surroundings): Promise<Answer> {
  const { withDatabase } = await import("../actions/with-database.ts");
  const { resealSecrets } = await import("../../notify/webhooks/endpoints/webhook-endpoints.ts");
  const environment = withSecretFiles(given);
  const keys = variables.WEBHOOK_SECRETS_KEY.safeParse(
    environment.WEBHOOK_SECRETS_KEY || undefined,
  );
  if (!keys.success) throw new ConfigError("WEBHOOK_SECRETS_KEY is not set, or is not a key.");
  return withDatabase({ environment, clock }, async ({ db }) => {
    try {
      const resealed = await resealSecrets({ db }, sealWith(keys.data));
      const line = `The secrets of ${resealed} webhook endpoints are sealed with the first key.`;
      return { lines: [line], json: { resealed } };
    } catch (error) {
      if (!(error instanceof CannotOpen)) throw error;
      throw new CommandError(`Nothing was changed: ${error.message}`);
    }
  });
}
