import { settlementRegistryAbi, settlementRegistryBytecode } from "@usance/contracts";
import { deployer } from "../chain/deployer.ts";
import type { Hex } from "../lib/evm-fields.ts";
import { pollMs } from "./deploy-collector.ts";

/**
 * Deploys the settlement contract on a local chain.
 *
 * @param key of the account that deploys
 * @param admin who pauses and unpauses; the same account unless given
 * @param settler who settles; the same account unless given
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
