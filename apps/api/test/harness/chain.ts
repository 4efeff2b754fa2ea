import { settlementRegistryAbi } from "@usance/contracts";
import { createPublicClient, createWalletClient, http, parseGwei } from "viem";
import { privateKeyToAccount } from "viem/accounts";

/** The second account of every local chain. In tests it has the roles PAUSER and admin. */
export const adminKey = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";
export const admin = privateKeyToAccount(adminKey);

/** A chain, and the contract in which settlements are recorded. */
interface OnChain {
  readonly anvil: { readonly url: string };
  readonly contract: `0x${string}`;
}

/** Sends one JSON-RPC request to the service's chain. */
export async function rpc(
  { anvil }: Pick<OnChain, "anvil">,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const response = await fetch(anvil.url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result?: unknown; error?: object };
  if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

/** Lets transactions wait until the test asks for a block. */
export const stopMining = (chain: Pick<OnChain, "anvil">) => rpc(chain, "evm_setAutomine", [false]);

/** Mines what waits. From then on each transaction gets its own block again. */
export async function resumeMining(chain: Pick<OnChain, "anvil">): Promise<void> {
  await rpc(chain, "anvil_mine", []);
  await rpc(chain, "evm_setAutomine", [true]);
}

/** Whether the contract refuses settlements. */
export function isPaused({ anvil, contract: address }: OnChain): Promise<boolean> {
  const chain = createPublicClient({ transport: http(anvil.url) });
  return chain.readContract({ address, abi: settlementRegistryAbi, functionName: "paused" });
}

/**
 * Pauses or unpauses the contract. If each transaction gets its own block, this returns after that block; otherwise it returns
 * when the transaction waits for a block.
 *
 * @param options.tip gwei for the miner: blocks include the transactions with the highest tips first
 */
export async function registryPause(
  { anvil, contract }: OnChain,
  paused: boolean,
  { tip }: { tip?: number } = {},
): Promise<void> {
  const transport = http(anvil.url);
  const wallet = createWalletClient({ account: admin, transport });
  const hash = await wallet.writeContract({
    chain: null,
    address: contract,
    abi: settlementRegistryAbi,
    functionName: paused ? "pause" : "unpause",
    ...(tip !== undefined && {
      maxPriorityFeePerGas: parseGwei(String(tip)),
      maxFeePerGas: parseGwei(String(tip + 10)),
    }),
  });
  if (tip !== undefined) return;
  await createPublicClient({ transport, pollingInterval: 20 }).waitForTransactionReceipt({ hash });
}
