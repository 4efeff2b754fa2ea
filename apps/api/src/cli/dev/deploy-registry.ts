import { settlementRegistryAbi, settlementRegistryBytecode } from "@usance/contracts";
import { deployer } from "../../chain/deployer.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { pollMs } from "./deploy-collector.ts";

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
