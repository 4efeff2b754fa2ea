import { formatEther, type PublicClient } from "viem";
import type { Hex } from "../kit/evm-fields.ts";
import { feesNow } from "./fees.ts";
import type { GasFunds } from "./ports/senders.ts";

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
