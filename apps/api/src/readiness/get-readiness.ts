import { ChainUnavailable } from "../chain/settlement-chain.ts";
import type { Parts } from "../parts.ts";
import { chainTroubles } from "../settlements/settlement-troubles.ts";
import { within } from "../shared/time-limit.ts";
import { signerTroubles } from "../signers/signers.ts";

/** How long the database may take to answer, in milliseconds. */
const patienceMs = 2_000;

export const serviceStops = "The service stops.";
export const databaseSilent = "The database does not answer.";

/**
 * Looks at all that the service works with.
 *
 * @returns a sentence for each thing that keeps it from doing all its work; none when it is ready
 */
export async function getReadiness(parts: Parts): Promise<readonly string[]> {
  if (!(await databaseAnswers(parts))) return [databaseSilent];
  try {
    const [chain, signers] = [await chainTroubles(parts), await signerTroubles(parts)];
    return [...chain.map(({ message }) => message), ...signers];
  } catch (error) {
    if (error instanceof ChainUnavailable) return [error.message];
    throw error;
  }
}

async function databaseAnswers({ db, log }: Parts): Promise<boolean> {
  try {
    return (await within(patienceMs, db.$queryRaw`SELECT 1`)) !== "late";
  } catch (error) {
    log.error({ err: error }, "database does not answer");
    return false;
  }
}
