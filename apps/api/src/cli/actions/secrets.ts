import { ConfigError, withSecretFiles } from "../../kit/config/config.ts";
import { variables } from "../../kit/config/variables.ts";
import { CannotOpen, sealWith } from "../../kit/seal.ts";
import { resealSecrets } from "../../notify/webhooks/endpoints/webhook-secrets.ts";
import { CommandError } from "../command-error.ts";
import type { Answer, Surroundings } from "../command-line.ts";
import { withDatabase } from "./with-database.ts";

/** Seals all webhook secrets with the first key in WEBHOOK_SECRETS_KEY. @throws CommandError when no key opens one */
export async function reseal(surroundings: Surroundings): Promise<Answer> {
  const environment = withSecretFiles(surroundings.environment);
  const keys = variables.WEBHOOK_SECRETS_KEY.safeParse(
    environment.WEBHOOK_SECRETS_KEY || undefined,
  );
  if (!keys.success) throw new ConfigError("WEBHOOK_SECRETS_KEY is not set, or is not a key.");
  return withDatabase({ environment, clock: surroundings.clock }, async ({ db }) => {
    try {
      const resealed = await resealSecrets({ db }, sealWith(keys.data));
      return {
        lines: [`The secrets of ${resealed} webhook endpoints are sealed with the first key.`],
        json: { resealed },
      };
    } catch (error) {
      if (!(error instanceof CannotOpen)) throw error;
      throw new CommandError(`Nothing was changed: ${error.message}`);
    }
  });
}
