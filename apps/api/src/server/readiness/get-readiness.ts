import { ChainUnavailable } from "../../chain/chain-errors.ts";
import { within } from "../../kit/time-limit.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { chainTroubles, type TokenFigures } from "../../settlements/settlement-figures.ts";
import { signerTroubles } from "../../settlements/signers/signers.ts";
import { lastingTroubles } from "./lasting-troubles.ts";
import type { Finding } from "./logged-readiness.ts";

/** The usual time limit of the database check, and of the token check after it, in milliseconds. */
const patienceMs = 2_000;

export const serviceStops = "The service stops.";
export const databaseSilent = "The database does not answer.";
export const blacklistUnknown = "USDC did not answer whether it has blacklisted merchants.";
const databaseReadOnly = "The database takes no writes: it is read-only.";

/**
 * Checks everything that the service depends on.
 *
 * @param token looks up whether USDC is paused and which addresses it has blacklisted
 * @param nodes asks the nodes of a distributed database whether they answer; empty on a single Postgres
 * @param limits time limits of the chain check and the token check, which tests shorten
 * @returns one sentence per problem; `reasons` is empty when the service can do all its work
 */
export async function getReadiness(
  parts: Parts,
  token: () => Promise<TokenFigures>,
  nodes: () => Promise<ReadonlyMap<string, boolean>>,
  limits: { readonly chainMs?: number; readonly tokenMs?: number } = {},
): Promise<Finding> {
  const database = await databaseTrouble(parts);
  if (database !== null) return { ...database, warnings: [] };
  try {
    const [chain, signers] = [
      await chainTroubles(parts, limits.chainMs),
      await signerTroubles(parts),
    ];
    const reasons = [...chain.map(({ message }) => message), ...signers];
    const warnings = [
      ...nodeWarnings(await nodes()),
      ...(await lastingTroubles(parts)),
      ...(await merchantWarnings(parts, token, limits.tokenMs)),
    ];
    return { reasons, warnings };
  } catch (error) {
    if (error instanceof ChainUnavailable) {
      return { reasons: [error.message], warnings: [], cause: error.cause };
    }
    throw error;
  }
}

/** A node that is away does not make the service unready: it still records the events of all other nodes. */
const nodeWarnings = (nodes: ReadonlyMap<string, boolean>) =>
  [...nodes]
    .filter(([, isUp]) => !isUp)
    .map(([name]) => `The database's node ${name} does not answer; its usage events are refused.`);

/** Never throws, because a problem with merchants does not make the service unready. */
async function merchantWarnings(
  { log }: Parts,
  token: () => Promise<TokenFigures>,
  limitMs = patienceMs,
): Promise<readonly string[]> {
  try {
    const figures = await within(limitMs, token());
    if (figures === "late") return [blacklistUnknown];
    const { merchant: count } = figures.blacklisted;
    if (count === 0) return [];
    const [merchants, them] = count === 1 ? ["merchant", "it"] : ["merchants", "them"];
    return [`USDC has blacklisted ${count} ${merchants}; payments to ${them} are refused.`];
  } catch (error) {
    log.warn({ err: error }, "merchants' blacklist status could not be read");
    return [blacklistUnknown];
  }
}

async function databaseTrouble({
  db,
  commitTrouble,
}: Parts): Promise<Pick<Finding, "reasons" | "cause"> | null> {
  try {
    const trouble = await within(patienceMs, commitTrouble());
    if (trouble !== null) return { reasons: [trouble === "late" ? databaseSilent : trouble] };
    // A standby is read-only, and so is a demoted primary.
    const asked = db.$queryRaw<[{ mode: string }]>`
      SELECT current_setting('transaction_read_only') AS mode`;
    const answer = await within(patienceMs, asked);
    if (answer === "late") return { reasons: [databaseSilent] };
    return answer[0].mode === "on" ? { reasons: [databaseReadOnly] } : null;
  } catch (cause) {
    return { reasons: [databaseSilent], cause };
  }
}
