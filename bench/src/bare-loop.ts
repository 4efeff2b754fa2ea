import { settlementRegistryAbi } from "@usance/contracts";
import {
  createPublicClient,
  encodeFunctionData,
  http,
  keccak256,
  stringToBytes,
  toHex,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { type ToSettle, terms } from "./engine.ts";

/**
 * The least that settling can be: sign, send, wait for the receipt. Its nonces are counted in memory,
 * and gas and fees are asked for once. No HTTP door, no database; a crash would lose everything.
 */
export async function bareLoop(
  rpcUrl: string,
  { key, contract }: { readonly key: `0x${string}`; readonly contract: `0x${string}` },
): Promise<{ settle(invoice: ToSettle): Promise<void> }> {
  const account = privateKeyToAccount(key);
  const client = createPublicClient({ transport: http(rpcUrl) });
  const [chainId, first, fees, { timestamp }] = await Promise.all([
    client.getChainId(),
    client.getTransactionCount({ address: account.address }),
    client.estimateFeesPerGas(),
    client.getBlock(),
  ]);
  let next = first;
  return {
    settle: async ({ id, referenceHash }) => {
      const nonce = next++;
      const raw = await account.signTransaction({
        type: "eip1559",
        chainId,
        to: contract,
        data: encodeFunctionData({
          abi: settlementRegistryAbi,
          functionName: "recordSettlement",
          args: [
            referenceHash,
            keccak256(stringToBytes(id)),
            terms.payerAddress,
            terms.merchantAddress,
            toHex(0, { size: 20 }),
            terms.units,
            timestamp + 86_400n,
          ],
        }),
        gas: 300_000n,
        nonce,
        maxFeePerGas: 10n * fees.maxFeePerGas,
        maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
      });
      const hash = await client.sendRawTransaction({ serializedTransaction: raw });
      const receipt = await client.waitForTransactionReceipt({ hash, pollingInterval: 20 });
      if (receipt.status !== "success") throw new Error(`The call for ${id} reverted.`);
    },
  };
}
