import { join } from "node:path";
import {
  type Exit,
  LocalStackError,
  publicDevAccount,
  startAnvil,
  startPostgres,
} from "@usance/local-stack";
import { createPublicClient, http } from "viem";
import type { Hex } from "../lib/evm-fields.ts";
import { developmentWallet, paymentsDeployer, registryDeployer } from "./accounts.ts";
import { deployCollector, keepFunded } from "./deploy-collector.ts";
import { deployRegistry } from "./deploy-registry.ts";
import { type Missing, registryAddress } from "./dev-config.ts";
import { findVersion1 } from "./version-1.ts";

export interface LocalServers {
  /** The addresses of the servers that were started; undefined for a server from the environment. */
  readonly databaseUrl: string | undefined;
  readonly rpcUrl: string | undefined;
  /** Earlier collector contracts on the started chain. */
  readonly previousCollectors: Hex[];
  /** Rejects when one of the started servers ends unexpectedly. */
  readonly broken: Promise<never>;
  stop(): Promise<void>;
}

interface Started {
  readonly url: string;
  readonly exited: Promise<Exit>;
  stop(): Promise<void>;
}

interface StartedChain extends Started {
  readonly previousCollectors: Hex[];
}

/**
 * Starts Postgres and a chain with the settlement contract, each only if it is missing. Both keep their state in the
 * folder.
 *
 * @throws LocalStackError when one of them cannot be started; the other is stopped
 */
export async function startLocalServers(
  missing: Missing,
  dataDir: string,
  log: (message: string) => void,
): Promise<LocalServers> {
  if (missing.database) log("Starting PostgreSQL.");
  if (missing.chain) log("Starting the local chain.");
  const starts = await Promise.allSettled([
    missing.database
      ? startPostgres({ dataDir: join(dataDir, "postgres"), durable: true, log })
      : undefined,
    missing.chain ? startChain(join(dataDir, "chain"), log) : undefined,
  ]);
  const [postgres, chain] = [fulfilled(starts[0]), fulfilled(starts[1])];
  const started = [postgres, chain].filter((one) => one !== undefined);
  const stop = async () => {
    await Promise.all(started.map((one) => one.stop()));
  };
  const failed = starts.find((start) => start.status === "rejected");
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  return {
    databaseUrl: postgres?.url,
    rpcUrl: chain?.url,
    previousCollectors: chain?.previousCollectors ?? [],
    broken: firstToBreak(started),
    stop,
  };
}

const fulfilled = <T>(start: PromiseSettledResult<T>): T | undefined =>
  start.status === "fulfilled" ? start.value : undefined;

/** The balance that the development wallet is refilled to, in token units: 10,000 USDC. */
const playMoney = 10_000_000_000n;

const addedVersion2 =
  "The local chain has version 1 of the contracts. Version 2 was added; what was signed and settled under version 1 goes on.";

async function startChain(dataDir: string, log: (message: string) => void): Promise<StartedChain> {
  const anvil = await startAnvil({ dataDir, log });
  try {
    const client = createPublicClient({ transport: http(anvil.url) });
    const { address: operator } = publicDevAccount;
    const version1 = await findVersion1(client);
    if ((await client.getCode({ address: registryAddress })) === undefined) {
      const { address: admin } = paymentsDeployer;
      await deployRegistry(anvil.url, registryDeployer.privateKey, admin, operator);
      if (version1.registry) log(addedVersion2);
    }
    const admins = [paymentsDeployer.privateKey];
    await deployCollector(anvil.url, { registry: registryAddress, admins, operator });
    await keepFunded(anvil.url, developmentWallet.address, playMoney);
    return { ...anvil, previousCollectors: version1.collectors };
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}

async function firstToBreak(started: readonly Started[]): Promise<never> {
  return new Promise((_, reject) => {
    for (const { exited } of started) {
      void exited.then(({ asked, log }) => {
        if (!asked) reject(new LocalStackError(`The local database or chain has ended:\n${log}`));
      });
    }
  });
}
