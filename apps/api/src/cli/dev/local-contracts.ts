import {
  devUsdcBytecode,
  settlementCollectorBytecode,
  settlementRegistryBytecode,
} from "@usance/contracts";
import { publicDevAccount } from "@usance/local-stack";
import { createPublicClient, http } from "viem";
import { paymentsDeployer, registryDeployer } from "./accounts.ts";
import { collectorAddress, deployCollector, devUsdcAddress } from "./deploy-collector.ts";
import { deployRegistry } from "./deploy-registry.ts";
import { registryAddress } from "./dev-config.ts";
import { isSameCode } from "./same-code.ts";

/** The contracts of a local chain, each with its creation code. */
const contracts = [
  [registryAddress, settlementRegistryBytecode],
  [collectorAddress, settlementCollectorBytecode],
  [devUsdcAddress, devUsdcBytecode],
] as const;

/** Whether a local chain has other code at the address of one of the contracts: nothing can be deployed there then. */
export async function hasOtherContracts(rpcUrl: string): Promise<boolean> {
  const client = createPublicClient({ transport: http(rpcUrl) });
  const areOther = await Promise.all(
    contracts.map(async ([address, creation]) => {
      const code = await client.getCode({ address });
      return code !== undefined && !isSameCode(code, creation);
    }),
  );
  return areOther.includes(true);
}

/** Deploys the contracts on a local chain, unless it has them. */
export async function ensureContracts(rpcUrl: string): Promise<void> {
  const client = createPublicClient({ transport: http(rpcUrl) });
  const { address: operator } = publicDevAccount;
  const { address: admin, privateKey: adminKey } = paymentsDeployer;
  if ((await client.getCode({ address: registryAddress })) === undefined) {
    await deployRegistry(rpcUrl, registryDeployer.privateKey, admin, operator);
  }
  await deployCollector(rpcUrl, { registry: registryAddress, admins: [adminKey], operator });
}
