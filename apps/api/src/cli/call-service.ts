import type { UsanceClient } from "@usance/sdk";
import { CommandError, withHint } from "./command-error.ts";
import type { Surroundings } from "./command-line.ts";

/**
 * Calls the service that `usance dev` runs, or that of USANCE_URL and USANCE_API_KEY. The SDK is loaded here, so that help
 * does not need it.
 *
 * @param options.remedy what to do after a failure
 * @throws CommandError when there is no service, or it refuses
 */
export async function callService<Result>(
  { environment }: Pick<Surroundings, "environment">,
  work: (usance: UsanceClient) => Promise<Result>,
  { remedy, ...more }: { readonly remedy?: string; readonly maxRetries?: number } = {},
): Promise<Result> {
  const { findService, RelayError } = await import("@usance/webhooks-relay");
  const { usanceClient, UsanceError } = await import("@usance/sdk");
  try {
    const { url, apiKey } = await findService(environment);
    return await work(usanceClient({ baseUrl: url, apiKey, ...more }));
  } catch (error) {
    if (!(error instanceof RelayError || error instanceof UsanceError)) throw error;
    const message = withHint(error);
    throw new CommandError(remedy ? `${message} ${remedy}` : message, { cause: error });
  }
}
