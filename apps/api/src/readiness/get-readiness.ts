import { ChainUnavailable } from "../chain/settlement-chain.ts";
import type { Parts } from "../parts.ts";
import { chainTroubles } from "../settlements/settlement-troubles.ts";
import type { TokenFigures } from "../settlements/token-figures.ts";
import { within } from "../shared/time-limit.ts";
import { signerTroubles } from "../signers/signers.ts";

/** How long the database, and the token after it, may take to answer, in milliseconds. */
const patienceMs = 2_000;

export const serviceStops = "The service stops.";
export const databaseSilent = "The database does not answer.";
export const blacklistUnknown = "USDC did not answer whether it has blacklisted merchants.";
const databaseReadOnly = "The database takes no writes: it is read-only.";

/** Whether the service can work, in sentences. */
export interface Readiness {
  /** One for each thing that keeps it from doing all its work; none when it is ready. */
  readonly reasons: readonly string[];
  /** What an operator should know although the service is ready. */
  readonly warnings: readonly string[];
}

/**
 * Looks at all that the service works with.
 *
 * @param token what its issuer has done to whom
 */
export async function getReadiness(
  parts: Parts,
  token: () => Promise<TokenFigures>,
): Promise<Readiness> {
  const database = await databaseTrouble(parts);
  if (database !== null) return { reasons: [database], warnings: [] };
  try {
    const [chain, signers] = [await chainTroubles(parts), await signerTroubles(parts)];
    const reasons = [...chain.map(({ message }) => message), ...signers];
    return { reasons, warnings: await merchantWarnings(parts, token) };
  } catch (error) {
    if (error instanceof ChainUnavailable) return { reasons: [error.message], warnings: [] };
    throw error;
  }
}

/** It does not throw: whatever is wrong with merchants does not make the service unready. */
async function merchantWarnings(
  { log }: Parts,
  token: () => Promise<TokenFigures>,
): Promise<readonly string[]> {
  try {
    const figures = await within(patienceMs, token());
    if (figures === "late") return [blacklistUnknown];
    const { merchant: count } = figures.blacklisted;
    if (count === 0) return [];
    const [merchants, them] = count === 1 ? ["merchant", "it"] : ["merchants", "them"];
    return [`USDC has blacklisted ${count} ${merchants}; payments to ${them} are refused.`];
  } catch (error) {
    log.warn({ err: error }, "no word on blacklisted merchants");
    return [blacklistUnknown];
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
