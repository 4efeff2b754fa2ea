import { type ChainTrouble, ChainUnavailable } from "../chain/ports/settlement-chain.ts";
import { within } from "../kit/time-limit.ts";
import type { Parts } from "../operation/ports/parts.ts";

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
