import {
  devUsdcBytecode,
  settlementCollectorAbi,
  settlementCollectorBytecode,
  settlementRegistryBytecode,
} from "@usance/contracts";
import { localChainId, publicDevAccount } from "@usance/local-stack";
import {
  createPublicClient,
  getAddress,
  getContractAddress,
  http,
  isAddressEqual,
  type PublicClient,
} from "viem";
import { collectorTroubles } from "../chain/collector-troubles.ts";
import type { Hex } from "../lib/evm-fields.ts";
import { collectorDeployer, paymentsDeployer, registryDeployer } from "./accounts.ts";
import { deployUsdc, devUsdcAddress, letRecord, newCollector } from "./deploy-collector.ts";
import { deployRegistry } from "./deploy-registry.ts";
import { isSameCode } from "./same-code.ts";
import { findVersion1 } from "./version-1.ts";

/** The addresses of the contracts on a local chain. */
export interface LocalContracts {
  readonly registry: Hex;
  readonly collector: Hex;
  /** Collectors of other versions. What payers signed for them stays valid. */
  readonly previousCollectors: Hex[];
}

const version1Kept =
  "The local chain has version 1 of the contracts. Version 2 was added; what was signed and settled under version 1 goes on.";
const otherKept =
  "The local chain has another version of the contracts. This version was added; what was signed and settled under the other one goes on.";

/**
 * Deploys the contracts on a local chain, unless it has them in this version. Contracts of another version stay beside
 * them. Each deployer's account only deploys, so its addresses show every version that was ever deployed.
 *
 * @param log is told when other versions are there
 */
export async function ensureContracts(
  rpcUrl: string,
  log: (message: string) => void,
): Promise<LocalContracts> {
  const client = createPublicClient({ transport: http(rpcUrl) });
  const { address: operator } = publicDevAccount;
  const { address: admin, privateKey: adminKey } = paymentsDeployer;
  const version1 = await findVersion1(client);

  const registries = await contractsOf(client, registryDeployer.address);
  const known = registries.find(({ code }) => isSameCode(code, settlementRegistryBytecode));
  const registry =
    known?.address ?? (await deployRegistry(rpcUrl, registryDeployer.privateKey, admin, operator));

  const collectors = await collectorsOn(client);
  const isCurrent = (one: FoundCollector) =>
    isAddressEqual(one.registry, registry) && isSameCode(one.code, settlementCollectorBytecode);
  await deployUsdc(rpcUrl);
  const collector =
    collectors.find(isCurrent)?.address ?? (await newCollector(rpcUrl, { registry, operator }));
  await letRecord(rpcUrl, collector, { registry, admins: [adminKey] });

  const isAdded = known === undefined || !collectors.some(isCurrent);
  if (isAdded && registries.length + collectors.length > 0) log(otherKept);
  else if (isAdded && version1.registry) log(version1Kept);
  const others = collectors.filter(({ address }) => !isAddressEqual(address, collector));
  const areUsable = await Promise.all(others.map((one) => isUsable(client, one.address)));
  const usable = others.filter((_, index) => areUsable[index]);
  return {
    registry: getAddress(registry),
    collector: getAddress(collector),
    previousCollectors: [...usable.map(({ address }) => address), ...version1.collectors],
  };
}

/** Whether the service can still collect through a collector of another version. It refuses to start with others. */
async function isUsable(client: PublicClient, collector: Hex): Promise<boolean> {
  const operator = { address: publicDevAccount.address, knownAs: "The operator", paysGas: false };
  const of = { client, chainId: localChainId, contract: null, token: devUsdcAddress, collector };
  const troubles = await collectorTroubles(of, [operator]).catch(() => null);
  return troubles?.length === 0;
}

/** Whether a chain's token is of another version. Nothing can be added then: payments and caps name the token. */
export async function hasOtherToken(rpcUrl: string): Promise<boolean> {
  const client = createPublicClient({ transport: http(rpcUrl) });
  const code = await client.getCode({ address: devUsdcAddress });
  return code !== undefined && !isSameCode(code, devUsdcBytecode);
}

interface Found {
  readonly address: Hex;
  readonly code: Hex;
}

interface FoundCollector extends Found {
  readonly registry: Hex;
}

/** The contracts that an account has deployed. */
async function contractsOf(client: PublicClient, from: Hex): Promise<Found[]> {
  const count = await client.getTransactionCount({ address: from });
  const addresses = Array.from({ length: count }, (_, nonce) =>
    getContractAddress({ from, nonce: BigInt(nonce) }),
  );
  const found = await Promise.all(
    addresses.map(async (address) => ({ address, code: await client.getCode({ address }) })),
  );
  return found.flatMap(({ address, code }) => (code === undefined ? [] : [{ address, code }]));
}

/** The collectors among them: contracts that name their registry. */
async function collectorsOn(client: PublicClient): Promise<FoundCollector[]> {
  const found = await contractsOf(client, collectorDeployer.address);
  const collectors = await Promise.all(
    found.map(async (one) => {
      const of = { address: one.address, abi: settlementCollectorAbi } as const;
      const registry = await client
        .readContract({ ...of, functionName: "registry" })
        .catch(() => null); // another contract
      return registry === null ? [] : [{ ...one, registry }];
    }),
  );
  return collectors.flat();
}
