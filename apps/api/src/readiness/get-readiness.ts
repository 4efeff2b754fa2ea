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

/** What `getReadiness` asks: the database, the chain and the signers. */
type ReadinessParts = Pick<Parts, "db" | "log"> &
  Parameters<typeof chainTroubles>[0] &
  Parameters<typeof signerTroubles>[0];

/**
 * Checks everything that the service depends on.
 *
 * @returns a sentence for each problem; none when the service can do all its work
 */
export async function getReadiness(parts: ReadinessParts): Promise<readonly string[]> {
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

async function databaseTrouble({ db, log }: Pick<Parts, "db" | "log">): Promise<string | null> {
  try {
    // A standby is read-only, and so is a demoted primary.
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
