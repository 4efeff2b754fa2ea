import { UsanceError, usanceClient } from "@usance/sdk";
import { findService, RelayError } from "@usance/webhooks-relay";
import { CommandError, withHint } from "../command-error.ts";
import type { Answer, Surroundings } from "../command-line.ts";

/** Makes a link that signs in to the dashboard of a service. The lines contain only the link. */
export async function dashboardLink({
  environment,
}: Pick<Surroundings, "environment">): Promise<Answer> {
  try {
    const { url, apiKey } = await findService(environment);
    const usance = usanceClient({ baseUrl: url, apiKey });
    const dashboardSession = await usance.dashboardSessions.create();
    return {
      lines: [dashboardSession.url ?? ""],
      notes: ["The link works once, for ten minutes:"],
      json: { dashboardSession },
    };
  } catch (error) {
    if (!(error instanceof RelayError || error instanceof UsanceError)) throw error;
    throw new CommandError(withHint(error), { cause: error });
  }
}
