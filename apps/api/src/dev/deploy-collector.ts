import {
  devUsdcAbi,
  devUsdcBytecode,
  settlementCollectorAbi,
  settlementCollectorBytecode,
  settlementRegistryAbi,
} from "@usance/contracts";
import { type Abi, encodeFunctionData, getContractAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { settlerRole } from "../chain/chain-troubles.ts";
import { deployer } from "../chain/deployer.ts";
import type { Hex } from "../shared/evm-fields.ts";
import { paymentsDeployer } from "./accounts.ts";

/** USDC for development, on every local chain on which the deployer has done nothing else. */
export const devUsdcAddress = getContractAddress({ from: paymentsDeployer.address, nonce: 0n });
/** The collector, likewise. */
export const collectorAddress = getContractAddress({ from: paymentsDeployer.address, nonce: 1n });

/** A local chain has each transaction in a block at once. */
export const pollMs = 50;

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
  const { address, client, ...account } = paymentsAccount(rpcUrl);
  const deploy = async (at: Hex, abi: Abi, bytecode: Hex, args: readonly unknown[]) => {
    if ((await client.getCode({ address: at })) !== undefined) return;
    await account.deploy({ abi, bytecode, args });
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
  const grant = encodeFunctionData({ ...of, functionName: "grantRole", args: granted });
  await deployer(rpcUrl, key, pollMs).send(registry, grant);
}

/** Fills a development wallet up that has less than a tenth of so much. @param amount in token units */
export async function keepFunded(rpcUrl: string, wallet: Hex, amount: bigint): Promise<void> {
  const of = { address: devUsdcAddress, abi: devUsdcAbi } as const;
  const { client } = paymentsAccount(rpcUrl);
  const has = await client.readContract({ ...of, functionName: "balanceOf", args: [wallet] });
  if (has * 10n < amount) await fund(rpcUrl, wallet, amount);
}

/** The development token's faucet. @param amount in token units */
export async function fund(rpcUrl: string, to: Hex, amount: bigint): Promise<void> {
  const args = [to, amount] as const;
  const mint = encodeFunctionData({ abi: devUsdcAbi, functionName: "mint", args });
  await paymentsAccount(rpcUrl).send(devUsdcAddress, mint);
}

const paymentsAccount = (rpcUrl: string) => deployer(rpcUrl, paymentsDeployer.privateKey, pollMs);
