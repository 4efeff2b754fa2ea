import { BaseError, numberToHex, type PublicClient } from "viem";
import type { Hex } from "../kit/evm-fields.ts";
import { TooMuchGas } from "./chain-errors.ts";
import type { Fees } from "./fees.ts";
import { ranOutOfGas, revertedWithoutReason, revertMessage } from "./reverts.ts";
import { isMissingMethod } from "./rpc-client.ts";

interface Tried {
  readonly from: Hex;
  readonly to: Hex;
  readonly data: Hex;
}

interface Bounds {
  /** The maximum gas of the call. */
  readonly maxGas: bigint;
  /** The fees that the transaction will offer. A payer's contract can read `tx.gasprice` and act on it. */
  readonly fees: Fees;
}

/** The factor by which the gas limit is raised to tell a wallet that needs too much gas from one that did not sign. */
const stretch = 8n;

/**
 * Simulates a call under the conditions of its transaction and estimates its gas: from the signer, at the fees that it
 * will offer, in the pending block, and with at most the gas of a settlement.
 *
 * @returns the gas limit to sign it with: a fifth more than estimated, at most `maxGas`; on a node that cannot estimate,
 *   `maxGas`
 * @throws TooMuchGas when it needs more than `maxGas`; otherwise viem's errors
 */
export async function gasLimitOf(
  client: PublicClient,
  call: Tried,
  { maxGas, fees }: Bounds,
): Promise<bigint> {
  const gas = await estimate(client, call, { maxGas, fees }).catch(async (error: unknown) => {
    if (isMissingMethod(error)) {
      await run(client, call, { maxGas, fees });
      return maxGas;
    }
    const ranOut = ranOutOfGas(error);
    if (ranOut || isMisread(error) || isUnfunded(error)) {
      // Nodes give the same error when the signer cannot pay for that much gas. It may be funded before the call is
      // sent.
      if (await isPoor(client, call.from, { maxGas, fees })) {
        return estimate(client, call, { maxGas, fees: null }).catch((poor: unknown) => {
          throw ranOutOfGas(poor) ? tooMuchGas(maxGas) : poor;
        });
      }
      if (ranOut || (await passesWithMore(client, call, { maxGas, fees }))) {
        throw tooMuchGas(maxGas);
      }
    }
    throw error;
  });
  const withMargin = (gas * 6n) / 5n; // another settlement may land first and change the cost
  return withMargin < maxGas ? withMargin : maxGas;
}

const tooMuchGas = (maxGas: bigint) =>
  new TooMuchGas(`The settlement needs more than ${maxGas} gas.`);

async function estimate(
  client: PublicClient,
  { from, to, data }: Tried,
  { maxGas, fees }: { readonly maxGas: bigint; readonly fees: Fees | null },
): Promise<bigint> {
  const transaction = {
    from,
    to,
    data,
    gas: numberToHex(maxGas),
    ...(fees !== null && {
      maxFeePerGas: numberToHex(fees.maxFeePerGas),
      maxPriorityFeePerGas: numberToHex(fees.maxPriorityFeePerGas),
    }),
  };
  // A raw request, because viem's own method leaves the gas out.
  return BigInt(
    await client.request({ method: "eth_estimateGas", params: [transaction, "pending"] }),
  );
}

/** Simulates a call on a node that cannot estimate gas. */
async function run(client: PublicClient, { from, to, data }: Tried, { maxGas, fees }: Bounds) {
  const { maxFeePerGas, maxPriorityFeePerGas } = fees;
  const bounds = { gas: maxGas, maxFeePerGas, maxPriorityFeePerGas, blockTag: "pending" } as const;
  await client.call({ account: from, to, data, ...bounds }).catch((error: unknown) => {
    throw ranOutOfGas(error) ? tooMuchGas(maxGas) : error;
  });
}

const isUnfunded = (error: unknown) =>
  error instanceof BaseError && /insufficient funds/i.test(error.details);

/**
 * Returns whether an error may hide that the call ran out of gas. A wallet that runs out of gas while it checks a
 * signature looks to the token as if it had not signed. If its deployment uses up the gas, the calls after it have too
 * little left to report the reason.
 */
function isMisread(error: unknown): boolean {
  const revert = revertMessage(error) ?? "";
  return /InvalidSignature|invalid signature/.test(revert) || revert === revertedWithoutReason;
}

async function isPoor(client: PublicClient, address: Hex, { maxGas, fees }: Bounds) {
  return (await client.getBalance({ address })) < maxGas * fees.maxFeePerGas;
}

const passesWithMore = (client: PublicClient, call: Tried, { maxGas, fees }: Bounds) =>
  estimate(client, call, { maxGas: maxGas * stretch, fees }).then(
    () => true,
    () => false,
  );
