import { settlementRegistryAbi } from "@usance/contracts";
import { createPublicClient, createWalletClient, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Hex } from "../../../kit/evm-fields.ts";

/** A registry on a local chain, and the key of an account that may pause it. */
export interface PausableRegistry {
  readonly rpcUrl: string;
  readonly address: Hex;
  readonly adminKey: Hex;
}

/** Does work while the registry refuses settlements. */
export async function whilePaused(
  { rpcUrl, address, adminKey }: PausableRegistry,
  work: () => Promise<void>,
): Promise<void> {
  const transport = http(rpcUrl);
  const chain = createPublicClient({ transport, pollingInterval: 20 });
  const wallet = createWalletClient({ account: privateKeyToAccount(adminKey), transport });
  const registry = { address, abi: settlementRegistryAbi } as const;
  const pause = async (paused: boolean) => {
    if ((await chain.readContract({ ...registry, functionName: "paused" })) === paused) return;
    const functionName = paused ? "pause" : "unpause";
    const hash = await wallet.writeContract({ ...registry, chain: null, functionName });
    await chain.waitForTransactionReceipt({ hash });
  };
  try {
    await pause(true);
    await work();
  } finally {
    await pause(false);
  }
}
