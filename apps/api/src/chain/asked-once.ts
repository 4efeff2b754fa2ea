import type { PublicClient } from "viem";
import type { Hex } from "../lib/evm-fields.ts";

/**
 * A question about a contract whose answer never changes, asked once for each client and address.
 *
 * @param ask its answer, kept unless it is null: then there is none yet. An error is not kept either
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

/** Whether a contract has a function, by its code: a call that fails would prove nothing. Null: it has no code. */
export const hasFunction = (selector: Hex) =>
  askedOnce(async (client, address) => {
    const code = await client.getCode({ address });
    return code === undefined ? null : code.includes(selector.slice(2));
  });
