import { formatEther, type PublicClient } from "viem";
import type { Hex } from "../lib/evm-fields.ts";
import type { GasFunds } from "../ports/senders.ts";
import { feesNow } from "./fees.ts";

/** What a settlement takes at most (contracts/snapshots: 217,866 with its payment), with a third to spare. */
const gasOfSettlement = 290_000n;

/** What an account has, and what that is worth at today's fees. */
export async function gasFunds(client: PublicClient, address: Hex): Promise<GasFunds> {
  const [balance, { maxFeePerGas }] = await Promise.all([
    client.getBalance({ address }),
    feesNow(client),
  ]);
  const cost = gasOfSettlement * maxFeePerGas;
  return { balance: formatEther(balance), settlements: cost === 0n ? null : balance / cost };
}
