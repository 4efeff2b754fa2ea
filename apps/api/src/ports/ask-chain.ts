import { chainDoesNotAnswer } from "../contract/settlements.ts";
import { Refusal } from "../lib/refusal.ts";
import { CallReverted, ChainUnavailable } from "./settlement-chain.ts";

/** Awaits a read from the chain that a caller waits for. When the chain does not answer, the caller gets a 503. */
export async function askChain<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const isSilent = error instanceof ChainUnavailable || error instanceof CallReverted;
    if (isSilent) throw new Refusal(chainDoesNotAnswer);
    throw error;
  }
}
