import {
  settlementCollectorV1Abi,
  settlementCollectorV1Bytecode,
  settlementRegistryV1Abi,
  settlementRegistryV1Bytecode,
} from "@usance/contracts";
import { getContractAddress } from "viem";
import { deployer } from "../../src/chain/deployer.ts";
import { paymentsDeployer } from "../../src/dev/accounts.ts";
import { deployUsdc, devUsdcAddress, letRecord, pollMs } from "../../src/dev/deploy-collector.ts";
import type { Hex } from "../../src/lib/evm-fields.ts";

/* Version 1 of the contracts, which only tests deploy. */

/** The address of the version 1 collector on local chains. */
export const collectorV1Address = getContractAddress({
  from: paymentsDeployer.address,
  nonce: 1n,
});

/** The settings of a test service that takes payments with version 1. */
export const paymentsV1 = {
  SETTLEMENT_TOKEN_ADDRESS: devUsdcAddress,
  SETTLEMENT_COLLECTOR_ADDRESS: collectorV1Address,
};

/** As deployRegistry. @returns the contract's address */
export async function deployRegistryV1(rpcUrl: string, key: Hex, admin?: Hex): Promise<Hex> {
  const { address, deploy } = deployer(rpcUrl, key, pollMs);
  const args = [0, admin ?? address, address, admin ?? address];
  return deploy({ abi: settlementRegistryV1Abi, bytecode: settlementRegistryV1Bytecode, args });
}

/** As deployCollector, on a chain on which its account has sent nothing yet. */
export async function deployCollectorV1(
  rpcUrl: string,
  { registry, admins, operator }: { registry: Hex; admins: readonly Hex[]; operator: Hex },
): Promise<void> {
  await deployUsdc(rpcUrl);
  const { address, deploy } = deployer(rpcUrl, paymentsDeployer.privateKey, pollMs);
  const args = [0, address, operator, address, registry, devUsdcAddress];
  await deploy({ abi: settlementCollectorV1Abi, bytecode: settlementCollectorV1Bytecode, args });
  await letRecord(rpcUrl, collectorV1Address, { registry, admins });
}
