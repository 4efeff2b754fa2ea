import { settlementRegistryAbi, settlementRegistryBytecode } from "@usance/contracts";
import { createPublicClient, createWalletClient, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Hex } from "../shared/evm-fields.ts";

/**
 * Deploys the settlement contract on a local chain.
 *
 * @param key of the account that deploys and settles
 * @param admin who pauses and unpauses; the same account unless given
 * @returns the contract's address
 */
export async function deployRegistry(rpcUrl: string, key: Hex, admin?: Hex): Promise<Hex> {
  const account = privateKeyToAccount(key);
  const transport = http(rpcUrl);
  const client = createPublicClient({ transport, pollingInterval: 50 });
  const wallet = createWalletClient({ account, transport });
  const hash = await wallet.deployContract({
    chain: null,
    abi: settlementRegistryAbi,
    bytecode: settlementRegistryBytecode,
    args: [0, admin ?? account.address, account.address, admin ?? account.address],
  });
  const { contractAddress } = await client.waitForTransactionReceipt({ hash });
  if (!contractAddress) throw new Error("The settlement contract was not deployed.");
  return contractAddress;
}
