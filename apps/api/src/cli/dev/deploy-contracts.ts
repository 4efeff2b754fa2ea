import {
  devUsdcAbi,
  devUsdcBytecode,
  settlementCollectorAbi,
  settlementCollectorBytecode,
  settlementRegistryAbi,
  settlementRegistryBytecode,
} from "@usance/contracts";
import { encodeFunctionData, getContractAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { settlerRole } from "../../chain/chain-troubles.ts";
import { deployer } from "../../chain/deployer.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { collectorDeployer, paymentsDeployer } from "./accounts.ts";

/**
 * The address of USDC for development on every local chain. It assumes that this is the deployer's first transaction.
 */
export const devUsdcAddress = getContractAddress({ from: paymentsDeployer.address, nonce: 0n });
/** The address of the collector, on the same assumption. */
export const collectorAddress = getContractAddress({ from: collectorDeployer.address, nonce: 0n });

/** A local chain mines each transaction immediately, so polling is short, in milliseconds. */
export const pollMs = 50;

/**
 * Deploys USDC for development and the collector on a local chain, unless they exist, and lets the collector record
 * settlements in the registry.
 *
 * @param of.admins private keys, one of which is the registry's admin
 * @param of.operator the account that settles
 */
export async function deployCollector(
  rpcUrl: string,
  { registry, admins, operator }: { registry: Hex; admins: readonly Hex[]; operator: Hex },
): Promise<void> {
  await deployUsdc(rpcUrl);
  const { client } = paymentsAccount(rpcUrl);
  if ((await client.getCode({ address: collectorAddress })) === undefined) {
    const { address: admin } = paymentsDeployer;
    const args = [0, admin, operator, admin, registry, devUsdcAddress];
    const contract = { abi: settlementCollectorAbi, bytecode: settlementCollectorBytecode };
    await deployer(rpcUrl, collectorDeployer.privateKey, pollMs).deploy({ ...contract, args });
  }
  await letRecord(rpcUrl, { registry, admins });
}

/** Deploys USDC for development on a local chain, unless it exists. */
async function deployUsdc(rpcUrl: string): Promise<void> {
  const { client, deploy } = paymentsAccount(rpcUrl);
  if ((await client.getCode({ address: devUsdcAddress })) !== undefined) return;
  await deploy({ abi: devUsdcAbi, bytecode: devUsdcBytecode, args: [] });
}

/** Lets the collector record settlements in a registry. One of the keys must be that of the registry's admin. */
async function letRecord(
  rpcUrl: string,
  { registry, admins }: { registry: Hex; admins: readonly Hex[] },
): Promise<void> {
  const { client } = paymentsAccount(rpcUrl);
  const of = { address: registry, abi: settlementRegistryAbi } as const;
  const granted = [settlerRole, collectorAddress] as const;
  if (await client.readContract({ ...of, functionName: "hasRole", args: granted })) return;
  const admin = await client.readContract({ ...of, functionName: "defaultAdmin" });
  const key = admins.find((one) => privateKeyToAccount(one).address === admin);
  if (key === undefined) throw new Error(`The registry's admin is ${admin}.`);
  const grant = encodeFunctionData({ ...of, functionName: "grantRole", args: granted });
  await deployer(rpcUrl, key, pollMs).send(registry, grant);
}

/** Refills a development wallet that has less than a tenth of the amount. @param amount in token units */
export async function keepFunded(rpcUrl: string, wallet: Hex, amount: bigint): Promise<void> {
  const of = { address: devUsdcAddress, abi: devUsdcAbi } as const;
  const { client } = paymentsAccount(rpcUrl);
  const has = await client.readContract({ ...of, functionName: "balanceOf", args: [wallet] });
  if (has * 10n < amount) await fund(rpcUrl, wallet, amount);
}

/** Mints development USDC to an address. @param amount in token units */
export async function fund(rpcUrl: string, to: Hex, amount: bigint): Promise<void> {
  const args = [to, amount] as const;
  const mint = encodeFunctionData({ abi: devUsdcAbi, functionName: "mint", args });
  await paymentsAccount(rpcUrl).send(devUsdcAddress, mint);
}

const paymentsAccount = (rpcUrl: string) => deployer(rpcUrl, paymentsDeployer.privateKey, pollMs);

/**
 * Deploys the settlement contract on a local chain.
 *
 * @param key the private key of the deployer
 * @param admin the account that pauses and unpauses; default: the deployer
 * @param settler the account that settles; default: the deployer
 * @returns the contract's address
 */
export async function deployRegistry(
  rpcUrl: string,
  key: Hex,
  admin?: Hex,
  settler?: Hex,
): Promise<Hex> {
  const { address, deploy } = deployer(rpcUrl, key, pollMs);
  const args = [0, admin ?? address, settler ?? address, admin ?? address];
  return deploy({ abi: settlementRegistryAbi, bytecode: settlementRegistryBytecode, args });
}
