import { BaseError, type PublicClient } from "viem";
import type { Fees } from "../ports/senders.ts";

export interface FeesNow extends Fees {
  /** What the next block asks at least, in wei. */
  readonly baseFeePerGas: bigint;
  /** The number of the block that it is as of. */
  readonly block: bigint;
}

/** How long a transaction whose turn it is waits for a block before it offers more, in milliseconds. */
const patienceMs = 30_000;
/** What one that has waited offers at most: so many times what a new one would. */
const maxForWaiting = 4n;

/** What is offered now: it is enough while the base fee doubles. */
export async function feesNow(client: PublicClient): Promise<FeesNow> {
  const [{ baseFeePerGas, number: block }, tip] = await Promise.all([
    client.getBlock(),
    client.estimateMaxPriorityFeePerGas(),
  ]);
  if (baseFeePerGas === null) throw new BaseError("The settlement chain has no base fee.");
  const maxFeePerGas = 2n * baseFeePerGas + tip;
  return { baseFeePerGas, block, maxFeePerGas, maxPriorityFeePerGas: tip };
}

/**
 * What a transaction that was sent is to offer instead: at least a fifth more of both, since nodes
 * take no replacement for less than a tenth.
 *
 * @param waitedMs how long it could have been taken into a block, in milliseconds
 * @returns null when what it offers will do
 */
export function raisedFees(sent: Fees, now: FeesNow, waitedMs: number): Fees | null {
  const higher = replacingFees(sent, now);
  if (now.baseFeePerGas > sent.maxFeePerGas) return higher;
  const hasWaited = waitedMs >= patienceMs;
  return hasWaited && higher.maxFeePerGas <= maxForWaiting * now.maxFeePerGas ? higher : null;
}

/** At least a fifth more than was offered, and no less than a new transaction would offer. */
export function replacingFees(sent: Fees, now: Fees): Fees {
  return {
    maxFeePerGas: larger(aFifthMore(sent.maxFeePerGas), now.maxFeePerGas),
    maxPriorityFeePerGas: larger(aFifthMore(sent.maxPriorityFeePerGas), now.maxPriorityFeePerGas),
  };
}

const aFifthMore = (wei: bigint) => (wei * 6n + 4n) / 5n; // rounded up
export const larger = (one: bigint, other: bigint) => (one > other ? one : other);
