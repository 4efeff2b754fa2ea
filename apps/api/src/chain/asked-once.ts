import type { PublicClient } from "viem";
import type { Hex } from "../kit/evm-fields.ts";

/**
 * Caches a read from a contract whose result never changes, per client and address. Calls do not share a read that is
 * under way: the node may never answer it.
 *
 * @param ask reads the result. Null means that there is none yet. Nulls and errors are not cached
 */
export function askedOnce<T>(
  ask: (client: PublicClient, contract: Hex) => Promise<T>,
): (client: PublicClient, contract: Hex) => Promise<T> {
  const known = new WeakMap<PublicClient, Map<Hex, T>>();
  return async (client, contract) => {
    const answers = known.get(client) ?? new Map<Hex, T>();
    known.set(client, answers);
    const before = answers.get(contract);
    if (before !== undefined) return before;
    const answer = await ask(client, contract);
    if (answer !== null) answers.set(contract, answer);
    return answer;
  };
}
