import { chainDoesNotAnswer } from "../contract/settlements.ts";
import { Refusal } from "../lib/refusal.ts";
import { CallReverted, ChainUnavailable } from "./settlement-chain.ts";

/** Asks the chain something that a caller waits for and that changes nothing: without an answer it is 503. */
export async function askChain<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const isSilent = error instanceof ChainUnavailable || error instanceof CallReverted;
    if (isSilent) throw new Refusal(chainDoesNotAnswer);
    throw error;
  }
}
