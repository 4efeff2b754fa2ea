import { findPayoutAddresses } from "../catalog/services/store.ts";
import { ChainUnavailable } from "../chain/chain-errors.ts";
import type { ChainTrouble } from "../chain/settlement-terms.ts";
import type { Hex } from "../kit/evm-fields.ts";
import { within } from "../kit/time-limit.ts";
import type { Parts, SettlementParts } from "../operation/ports/parts.ts";
import {
  awaitedStates,
  type SettlementState,
  settlementStates,
} from "../schemas/settlement-states.ts";
import { countWatched } from "./store.ts";

/** Metrics of the settlements that are still checked. The others are final. */
export interface SettlementFigures {
  /** The number of settlements per state. */
  readonly counts: Readonly<Record<SettlementState, number>>;
  /** How long the oldest undecided settlement has waited for the chain, in seconds; 0 without one. */
  readonly oldestUnresolvedSeconds: number;
  /** How overdue the next check is, in seconds; 0 when none is due. */
  readonly lateSeconds: number;
}

export async function settlementFigures({
  db,
  clock,
}: Pick<Parts, "db" | "clock">): Promise<SettlementFigures> {
  const rows = await countWatched(db);
  const none = Object.keys(settlementStates).map((status) => [status, 0]);
  const awaited = rows.filter(({ status }) => awaitedStates.includes(status));
  const now = clock.now();
  return {
    counts: { ...Object.fromEntries(none), ...countsIn(rows) },
    oldestUnresolvedSeconds: secondsSince(
      awaited.map(({ oldestCreatedAt }) => oldestCreatedAt),
      now,
    ),
    lateSeconds: secondsSince(
      rows.map(({ nextCheckAt }) => nextCheckAt),
      now,
    ),
  };
}

const countsIn = (rows: Awaited<ReturnType<typeof countWatched>>) =>
  Object.fromEntries(rows.map(({ status, count }) => [status, count]));

/** Returns the seconds since the earliest time; 0 when there is none or it is in the future. */
function secondsSince(times: readonly Date[], now: Date): number {
  const first = Math.min(...times.map((time) => time.getTime()));
  return Math.max(0, (now.getTime() - first) / 1_000);
}

/** The token's restrictions, as metrics. */
export interface TokenFigures {
  readonly paused: boolean;
  readonly blacklisted: {
    readonly collector: number;
    readonly signer: number;
    readonly merchant: number;
  };
}

/** The maximum number of payout addresses to check: those of the newest services. */
const maxMerchants = 50;

/**
 * Reads whether the token's issuer has paused the token, or blacklisted the service's or sellers' addresses. A
 * blacklisted seller's checkouts report it, but it does not affect the service's readiness: otherwise one seller could
 * stop all others.
 */
export async function tokenFigures({
  db,
  collector,
  executor,
}: SettlementParts): Promise<TokenFigures> {
  const none = { collector: 0, signer: 0, merchant: 0 };
  if (collector === null) return { paused: false, blacklisted: none };
  const { operators } = await executor.operators();
  const signer = operators.map(({ address }) => address);
  const merchant = await findPayoutAddresses(db, maxMerchants);
  const of = { collector: [collector.contract], signer, merchant };
  const { paused, blacklisted } = await collector.tokenState(Object.values(of).flat());
  const among = (addresses: readonly Hex[]) =>
    addresses.filter((address) => blacklisted.includes(address)).length;
  return {
    paused,
    blacklisted: {
      collector: among(of.collector),
      signer: among(of.signer),
      merchant: among(of.merchant),
    },
  };
}

/** The usual time limit for answers of the chain and the provider, in milliseconds. */
const patienceMs = 5_000;

/** What can have problems that prevent settlements. */
export type ChainAccess = Pick<Parts, "chain" | "collector" | "executor">;

/**
 * Queries the chain and the provider for problems that prevent settlements.
 * @throws ChainUnavailable when they do not answer in time
 */
export async function chainTroubles(
  parts: ChainAccess,
  limitMs = patienceMs,
): Promise<readonly ChainTrouble[]> {
  const troubles = await within(limitMs, findTroubles(parts));
  if (troubles === "late") {
    const cause = new Error(parts.chain.node);
    throw new ChainUnavailable("The settlement chain did not answer in time.", { cause });
  }
  return troubles;
}

async function findTroubles({
  chain,
  collector,
  executor,
}: ChainAccess): Promise<readonly ChainTrouble[]> {
  const { operators, trouble } = await executor.operators();
  if (trouble !== null) return [{ kind: "setup", message: trouble }];
  const troubles = await chain.troubles(operators);
  // With a wrong chain or registry, the collector would report misleading problems.
  if (collector === null || troubles.some(({ kind }) => kind === "setup")) return troubles;
  return [...troubles, ...(await collector.troubles(operators))];
}
