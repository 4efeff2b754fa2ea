import { BaseError, numberToHex, type PublicClient } from "viem";
import type { Hex } from "../lib/evm-fields.ts";
import type { Fees } from "../ports/senders.ts";
import { TooMuchGas } from "../ports/settlement-chain.ts";
import { ranOutOfGas, revertedWithoutReason, revertMessage } from "./reverts.ts";

interface Tried {
  readonly from: Hex;
  readonly to: Hex;
  readonly data: Hex;
}

interface Bounds {
  /** The most gas that the call may use. */
  readonly maxGas: bigint;
  /** What the transaction will offer: a payer's contract can read `tx.gasprice`, and behave by it. */
  readonly fees: Fees;
}

/** By how much the bound is stretched to tell a wallet that needs too much gas from one that has not signed. */
const stretch = 8n;

/**
 * Tries a call as its transaction will run and estimates its gas: from the signer, at the fees that it
 * will offer, in the pending block, and with no more gas than a settlement may use.
 *
 * @returns the gas limit to sign it with: a fifth more than estimated, at most `maxGas`
 * @throws TooMuchGas when it needs more than `maxGas`; viem's errors otherwise
 */
export async function gasLimitOf(
  client: PublicClient,
  call: Tried,
  { maxGas, fees }: Bounds,
): Promise<bigint> {
  const gas = await estimate(client, call, { maxGas, fees }).catch(async (error: unknown) => {
    const ranOut = ranOutOfGas(error);
    if (ranOut || isMisread(error) || isUnfunded(error)) {
      // Nodes also answer so where the signer cannot pay for that much: it may be funded before it is sent.
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
  const withMargin = (gas * 6n) / 5n; // another settlement may land before this one
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
  // Asked like this, since viem's own question leaves the gas out.
  return BigInt(
    await client.request({ method: "eth_estimateGas", params: [transaction, "pending"] }),
  );
}

const isUnfunded = (error: unknown) =>
  error instanceof BaseError && /insufficient funds/i.test(error.details);

/**
 * A wallet that runs out of gas inside a signature check has not signed, as far as the token can tell. One whose
 * deployment does leaves the calls after it with too little to say why they fail.
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
