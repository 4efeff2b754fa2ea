import { ConfigError, variables } from "../config/config.ts";
import { CannotOpen, sealWith } from "../lib/seal.ts";
import type { Parts } from "../ports/parts.ts";
import { resealSecrets } from "../webhooks/endpoints/reseal-secrets.ts";
import { CommandError } from "./command-error.ts";
import type { Environment } from "./find-address.ts";

const usage = `Usage:
  pnpm secrets reseal   with the first key in WEBHOOK_SECRETS_KEY, what any of them has sealed`;

/** Reads the words after `pnpm secrets`. @throws CommandError with the usage when they make no command */
export function secretsCommand(
  words: readonly string[],
  environment: Environment,
): (store: Pick<Parts, "db">) => Promise<string> {
  if (words.join(" ") !== "reseal") throw new CommandError(usage);
  const keys = variables.WEBHOOK_SECRETS_KEY.safeParse(
    environment.WEBHOOK_SECRETS_KEY || undefined,
  );
  if (!keys.success) throw new ConfigError("WEBHOOK_SECRETS_KEY is not set, or is no key.");
  return async ({ db }) => {
    try {
      const count = await resealSecrets({ db }, sealWith(keys.data));
      return `The secrets of ${count} webhook endpoints are sealed with the first key.`;
    } catch (error) {
      if (!(error instanceof CannotOpen)) throw error;
      throw new CommandError(`Nothing was changed: ${error.message}`);
    }
  };
}
