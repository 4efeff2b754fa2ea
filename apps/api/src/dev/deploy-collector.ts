import {
  devUsdcAbi,
  devUsdcBytecode,
  settlementCollectorAbi,
  settlementCollectorBytecode,
  settlementRegistryAbi,
} from "@usance/contracts";
import {
  type Abi,
  createPublicClient,
  createWalletClient,
  getContractAddress,
  http,
  keccak256,
  stringToBytes,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Hex } from "../shared/evm-fields.ts";
import { paymentsDeployer } from "./accounts.ts";

/** USDC for development, on every local chain on which the deployer has done nothing else. */
export const devUsdcAddress = getContractAddress({ from: paymentsDeployer.address, nonce: 0n });
/** The collector, likewise. */
export const collectorAddress = getContractAddress({ from: paymentsDeployer.address, nonce: 1n });

const settlerRole = keccak256(stringToBytes("SETTLER_ROLE"));

/**
 * Deploys USDC for development and the collector on a local chain, and lets the collector record in the
 * registry; what is there already stays.
 *
 * @param of.admins keys, of which one is the registry's admin's
 * @param of.operator who settles
 */
export async function deployCollector(
  rpcUrl: string,
  { registry, admins, operator }: { registry: Hex; admins: readonly Hex[]; operator: Hex },
): Promise<void> {
  const client = localClient(rpcUrl);
  const { address } = paymentsDeployer;
  const deploy = async (at: Hex, abi: Abi, bytecode: Hex, args: readonly unknown[]) => {
    if ((await client.getCode({ address: at })) !== undefined) return;
    const wallet = walletOf(rpcUrl, paymentsDeployer.privateKey);
    await mined(client, await wallet.deployContract({ chain: null, abi, bytecode, args }));
  };
  await deploy(devUsdcAddress, devUsdcAbi, devUsdcBytecode, []);
  const roles = [0, address, operator, address, registry, devUsdcAddress];
  await deploy(collectorAddress, settlementCollectorAbi, settlementCollectorBytecode, roles);

  const of = { address: registry, abi: settlementRegistryAbi } as const;
  const granted = [settlerRole, collectorAddress] as const;
  if (await client.readContract({ ...of, functionName: "hasRole", args: granted })) return;
  const admin = await client.readContract({ ...of, functionName: "defaultAdmin" });
  const key = admins.find((one) => privateKeyToAccount(one).address === admin);
  if (key === undefined) throw new Error(`The registry's admin is ${admin}.`);
  const wallet = walletOf(rpcUrl, key);
  const grant = { ...of, chain: null, functionName: "grantRole", args: granted } as const;
  await mined(client, await wallet.writeContract(grant));
}

/** Fills a development wallet up that has less than a tenth of so much. @param amount in token units */
export async function keepFunded(rpcUrl: string, wallet: Hex, amount: bigint): Promise<void> {
  const of = { address: devUsdcAddress, abi: devUsdcAbi } as const;
  const args = [wallet] as const;
  const has = await localClient(rpcUrl).readContract({ ...of, functionName: "balanceOf", args });
  if (has * 10n < amount) await fund(rpcUrl, wallet, amount);
}

/** The development token's faucet. @param amount in token units */
export async function fund(rpcUrl: string, to: Hex, amount: bigint): Promise<void> {
  const wallet = walletOf(rpcUrl, paymentsDeployer.privateKey);
  const hash = await wallet.writeContract({
    chain: null,
    address: devUsdcAddress,
    abi: devUsdcAbi,
    functionName: "mint",
    args: [to, amount],
  });
  await mined(localClient(rpcUrl), hash);
}

const localClient = (rpcUrl: string) =>
  createPublicClient({ transport: http(rpcUrl), pollingInterval: 50 });

const walletOf = (rpcUrl: string, key: Hex) =>
  createWalletClient({ account: privateKeyToAccount(key), transport: http(rpcUrl) });

async function mined(client: ReturnType<typeof localClient>, hash: Hex): Promise<void> {
  const { status } = await client.waitForTransactionReceipt({ hash });
  if (status !== "success") throw new Error(`The transaction ${hash} has reverted.`);
}
