import { Refusal } from "../kit/refusal.ts";
import { chainDoesNotAnswer } from "../schemas/settlements.ts";

/**
 * The call would fail, or the wallet provider refuses it. The message is the contract's error with arguments, such as
 * `InvalidAddress()`, or the provider's reason.
 */
export class CallReverted extends Error {
  override readonly name: string = "CallReverted";
}

/** The call needs more gas than a settlement may use. The message states the limit. */
export class TooMuchGas extends CallReverted {
  override readonly name = "TooMuchGas";
}

/** The contract already has a record of the invoice, from this settlement or another. */
export class AlreadySettled extends CallReverted {
  override readonly name = "AlreadySettled";
}

/**
 * The chain did not answer, its answer was invalid, or no signer can send now. The result is unknown, so the call is
 * repeated.
 *
 * The message is safe to show to callers. The cause, if any, is for the log, because it names the node.
 */
export class ChainUnavailable extends Error {
  override readonly name: string = "ChainUnavailable";

  /** The message and the cause, for a line of the log. */
  get reason(): string {
    return this.cause instanceof Error ? `${this.message} (${this.cause.message})` : this.message;
  }
}

/** The node permanently refuses these bytes. Their nonce needs another transaction. */
export class NeverAccepted extends ChainUnavailable {
  override readonly name = "NeverAccepted";
}

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
