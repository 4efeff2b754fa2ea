import { within } from "../../lib/time-limit.ts";
import type { Parts } from "../../ports/parts.ts";
import { type ChainTrouble, ChainUnavailable } from "../../ports/settlement-chain.ts";

/** How long the chain and the provider may take to answer, in milliseconds. */
const patienceMs = 5_000;

type TroubleParts = Pick<Parts, "chain" | "collector" | "previousCollectors" | "executor">;

/**
 * What keeps settlements from being made, as the chain and the provider say.
 * @throws ChainUnavailable when they do not answer in time
 */
export async function chainTroubles(parts: TroubleParts): Promise<readonly ChainTrouble[]> {
  const troubles = await within(patienceMs, findTroubles(parts));
  if (troubles === "late") {
    throw new ChainUnavailable("The settlement chain did not answer in time.");
  }
  return troubles;
}

async function findTroubles({
  chain,
  collector,
  previousCollectors,
  executor,
}: TroubleParts): Promise<readonly ChainTrouble[]> {
  const { operators, trouble } = await executor.operators();
  if (trouble !== null) return [{ kind: "setup", message: trouble }];
  const troubles = await chain.troubles(operators);
  // A wrong chain or registry would show at the collectors as something else.
  if (troubles.some(({ kind }) => kind === "setup")) return troubles;
  const collectors = [...(collector === null ? [] : [collector]), ...previousCollectors];
  const theirs = await Promise.all(collectors.map((one) => one.troubles(operators)));
  return [...troubles, ...theirs.flat()];
}
