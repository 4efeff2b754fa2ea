import { BaseError, formatEther, type PublicClient } from "viem";
import type { Hex } from "../kit/evm-fields.ts";

/** The fees that a transaction offers, in wei per unit of gas. */
export interface Fees {
  /** The maximum total: base fee plus tip. */
  readonly maxFeePerGas: bigint;
  /** The tip. */
  readonly maxPriorityFeePerGas: bigint;
}

/** An account's funds for gas. */
export interface GasFunds {
  /** In the chain's native currency, as a decimal. */
  readonly balance: string;
  /** How many settlements it can pay for at the current gas price; null when gas is free. */
  readonly settlements: bigint | null;
}

export interface FeesNow extends Fees {
  /** The base fee of the block, in wei per unit of gas. */
  readonly baseFeePerGas: bigint;
  /** The number of the block that the fees are from. */
  readonly block: bigint;
}

/** How long the next transaction in nonce order waits for a block before its fees are raised, in milliseconds. */
const patienceMs = 30_000;
/** The maximum fee for a transaction that has waited, as a multiple of a new transaction's fee. */
const maxForWaiting = 4n;

/** Returns the fees for a new transaction. They suffice until the base fee has doubled. */
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
 * Returns higher fees for a sent transaction. Both rise by at least a fifth, because nodes reject replacements that
 * raise them by less than a tenth.
 *
 * @param waitedMs how long the transaction could have been included in a block, in milliseconds
 * @returns null when its current fees suffice
 */
export function raisedFees(sent: Fees, now: FeesNow, waitedMs: number): Fees | null {
  const higher = replacingFees(sent, now);
  if (now.baseFeePerGas > sent.maxFeePerGas) return higher;
  const hasWaited = waitedMs >= patienceMs;
  return hasWaited && higher.maxFeePerGas <= maxForWaiting * now.maxFeePerGas ? higher : null;
}

/** Returns fees at least a fifth above the sent ones, and not below those of a new transaction. */
export function replacingFees(sent: Fees, now: Fees): Fees {
  return {
    maxFeePerGas: larger(aFifthMore(sent.maxFeePerGas), now.maxFeePerGas),
    maxPriorityFeePerGas: larger(aFifthMore(sent.maxPriorityFeePerGas), now.maxPriorityFeePerGas),
  };
}

const aFifthMore = (wei: bigint) => (wei * 6n + 4n) / 5n; // rounded up
export const larger = (one: bigint, other: bigint) => (one > other ? one : other);

/** The maximum gas of a settlement (contracts/snapshots: 217,866 with its payment), plus a third as margin. */
const gasOfSettlement = 290_000n;

/** Reads an account's balance, and how many settlements it pays for at current fees. */
export async function gasFunds(client: PublicClient, address: Hex): Promise<GasFunds> {
  const [balance, { maxFeePerGas }] = await Promise.all([
    client.getBalance({ address }),
    feesNow(client),
  ]);
  const cost = gasOfSettlement * maxFeePerGas;
  return { balance: formatEther(balance), settlements: cost === 0n ? null : balance / cost };
}
