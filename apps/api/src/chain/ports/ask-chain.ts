import { Refusal } from "../../kit/refusal.ts";
import { chainDoesNotAnswer } from "../../schemas/settlements.ts";
import { CallReverted, ChainUnavailable } from "./settlement-chain.ts";

/**
 * Awaits a read from the chain that a caller waits for. When the chain does not answer, or its
 * contract refuses the read, the caller gets a 503.
 */
export async function askChain<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const hasNoAnswer = error instanceof ChainUnavailable || error instanceof CallReverted;
    if (hasNoAnswer) throw new Refusal(chainDoesNotAnswer);
    throw error;
  }
}
