import type { PublicClient } from "viem";
import type { Hex } from "../lib/evm-fields.ts";

/**
 * Caches a read from a contract whose result never changes, per client and address.
 *
 * @param ask reads the result. Null means that there is none yet. Nulls and errors are not cached
 */
export function askedOnce<T>(
  ask: (client: PublicClient, contract: Hex) => Promise<T>,
): (client: PublicClient, contract: Hex) => Promise<T> {
  const known = new WeakMap<PublicClient, Map<Hex, Promise<T>>>();
  return (client, contract) => {
    const answers = known.get(client) ?? new Map<Hex, Promise<T>>();
    known.set(client, answers);
    const before = answers.get(contract);
    if (before !== undefined) return before;
    const asked = ask(client, contract);
    answers.set(contract, asked);
    const forget = () => answers.delete(contract);
    asked.then((answer) => answer === null && forget(), forget);
    return asked;
  };
}
