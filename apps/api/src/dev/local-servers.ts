import { join } from "node:path";
import {
  type Exit,
  LocalStackError,
  publicDevAccount,
  startAnvil,
  startPostgres,
} from "@usance/local-stack";
import { createPublicClient, http } from "viem";
import { developmentWallet, paymentsDeployer } from "./accounts.ts";
import { deployCollector, keepFunded } from "./deploy-collector.ts";
import { deployRegistry } from "./deploy-registry.ts";
import { type Missing, registryAddress } from "./dev-config.ts";

export interface LocalServers {
  /** The addresses of what was started here. */
  readonly databaseUrl: string | undefined;
  readonly rpcUrl: string | undefined;
  /** Rejects when something that was started here ends by itself. */
  readonly broken: Promise<never>;
  stop(): Promise<void>;
}

interface Started {
  readonly url: string;
  readonly exited: Promise<Exit>;
  stop(): Promise<void>;
}

/**
 * Starts a Postgres and a chain with the settlement contract on it, as far as they are missing.
 * Both keep their state in the folder.
 *
 * @throws LocalStackError when one of them cannot be had; then neither is left
 */
export async function startLocalServers(
  missing: Missing,
  dataDir: string,
  log: (message: string) => void,
): Promise<LocalServers> {
  const starts = await Promise.allSettled([
    missing.database
      ? startPostgres({ dataDir: join(dataDir, "postgres"), durable: true, log })
      : undefined,
    missing.chain ? startChain(join(dataDir, "chain"), log) : undefined,
  ]);
  const started = starts.flatMap((start) =>
    start.status === "fulfilled" && start.value !== undefined ? [start.value] : [],
  );
  const stop = async () => {
    await Promise.all(started.map((one) => one.stop()));
  };
  const failed = starts.find((start) => start.status === "rejected");
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  const [postgres, chain] = starts.map((start) =>
    start.status === "fulfilled" ? start.value : undefined,
  );
  return {
    databaseUrl: postgres?.url,
    rpcUrl: chain?.url,
    broken: firstToBreak(started),
    stop,
  };
}

/** What the development wallet has, in token units: 10,000 USDC. */
const playMoney = 10_000_000_000n;

async function startChain(dataDir: string, log: (message: string) => void): Promise<Started> {
  const anvil = await startAnvil({ dataDir, log });
  try {
    const client = createPublicClient({ transport: http(anvil.url) });
    const code = await client.getCode({ address: registryAddress });
    const { address, privateKey } = publicDevAccount;
    if (code === undefined) {
      await deployRegistry(anvil.url, privateKey, paymentsDeployer.address);
    }
    // The first account is the admin of a chain that is older than the collector.
    const admins = [paymentsDeployer.privateKey, privateKey];
    await deployCollector(anvil.url, { registry: registryAddress, admins, operator: address });
    await keepFunded(anvil.url, developmentWallet.address, playMoney);
    return anvil;
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
