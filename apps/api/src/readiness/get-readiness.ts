import { chainTroubles } from "../billing/settlements/settlement-troubles.ts";
import { signerTroubles } from "../billing/signers/signers.ts";
import { within } from "../lib/time-limit.ts";
import type { Parts } from "../ports/parts.ts";
import { ChainUnavailable } from "../ports/settlement-chain.ts";

/** How long the database may take to answer, in milliseconds. */
const patienceMs = 2_000;

export const serviceStops = "The service stops.";
export const databaseSilent = "The database does not answer.";
const databaseReadOnly = "The database takes no writes: it is read-only.";

/**
 * Looks at all that the service works with.
 *
 * @returns a sentence for each thing that keeps it from doing all its work; none when it is ready
 */
export async function getReadiness(parts: Parts): Promise<readonly string[]> {
  const database = await databaseTrouble(parts);
  if (database !== null) return [database];
  try {
    const [chain, signers] = [await chainTroubles(parts), await signerTroubles(parts)];
    return [...chain.map(({ message }) => message), ...signers];
  } catch (error) {
    if (error instanceof ChainUnavailable) return [error.message];
    throw error;
  }
}

async function databaseTrouble({ db, log }: Parts): Promise<string | null> {
  try {
    // A standby is so, and a primary that was demoted.
    const asked = db.$queryRaw<[{ mode: string }]>`
      SELECT current_setting('transaction_read_only') AS mode`;
    const answer = await within(patienceMs, asked);
    if (answer === "late") return databaseSilent;
    return answer[0].mode === "on" ? databaseReadOnly : null;
  } catch (error) {
    log.error({ err: error }, "database does not answer");
    return databaseSilent;
  }
}
