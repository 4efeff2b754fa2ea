import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import {
  type Anvil,
  type Exit,
  LocalStackError,
  startAnvil,
  startPostgres,
} from "@usance/local-stack";
import { developmentWallet, sampleMerchant } from "./accounts.ts";
import { keepFunded } from "./deploy-contracts.ts";
import type { Missing } from "./dev-config.ts";
import { ensureContracts, hasOtherContracts } from "./local-contracts.ts";

export interface LocalServers {
  /** The addresses of the servers that were started; undefined for a server from the environment. */
  readonly databaseUrl: string | undefined;
  readonly rpcUrl: string | undefined;
  /** Rejects when one of the started servers ends unexpectedly. */
  readonly broken: Promise<never>;
  stop(): Promise<void>;
}

interface Started {
  readonly url: string;
  readonly exited: Promise<Exit>;
  stop(): Promise<void>;
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
    broken: firstToBreak(started),
    stop,
  };
}

const fulfilled = <T>(start: PromiseSettledResult<T>): T | undefined =>
  start.status === "fulfilled" ? start.value : undefined;

/** The balance that the development wallets are refilled to, in token units: 10,000 USDC. */
const playMoney = 10_000_000_000n;

async function startChain(dataDir: string, log: (message: string) => void): Promise<Started> {
  const anvil = await startAnvilOfToday(dataDir, log);
  try {
    await ensureContracts(anvil.url);
    for (const { address } of [developmentWallet, sampleMerchant]) {
      await keepFunded(anvil.url, address, playMoney);
    }
    return anvil;
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}

/** Starts the kept chain or, when its contracts are of another version, a new one; the old one is moved aside. */
async function startAnvilOfToday(dataDir: string, log: (message: string) => void): Promise<Anvil> {
  const kept = await startAnvil({ dataDir, log });
  const isOther = await hasOtherContracts(kept.url).catch(async (error) => {
    await kept.stop();
    throw error;
  });
  if (!isOther) return kept;
  await kept.stop();
  const aside = freeName(`${dataDir}-old`);
  await rename(dataDir, aside);
  log(
    `The local chain has another version of the contracts. A new chain was started; the old one is in ${aside}.`,
  );
  return startAnvil({ dataDir, log });
}

function freeName(path: string): string {
  let name = path;
  for (let count = 2; existsSync(name); count += 1) name = `${path}-${count}`;
  return name;
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
