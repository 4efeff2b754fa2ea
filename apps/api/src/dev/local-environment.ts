import { join } from "node:path";
import {
  type Exit,
  localChainId,
  publicDevAccount,
  startAnvil,
  startPostgres,
} from "@usance/local-stack";
import { createPublicClient, getContractAddress, http } from "viem";
import { deployRegistry } from "./deploy-registry.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface LocalEnvironment {
  /** The given variables, and those of what was started here. */
  readonly environment: Environment;
  /** Whether the local chain knows nothing of what happened before this start. */
  readonly newChain: boolean;
  /** Rejects when something that was started here ends by itself. */
  readonly broken: Promise<never>;
  stop(): Promise<void>;
}

interface Started {
  readonly exited: Promise<Exit>;
  stop(): Promise<void>;
}

/**
 * Starts what the environment does not name: a Postgres without DATABASE_URL, and without
 * SETTLEMENT_RPC_URL a chain with the settlement contract on it. Both keep their state in the folder.
 */
export async function localEnvironment(
  given: Environment,
  dataDir: string,
  log: (message: string) => void,
): Promise<LocalEnvironment> {
  const started: Started[] = [];
  const stop = async () => {
    for (const one of started.reverse()) await one.stop();
  };
  try {
    let environment = given;
    let newChain = false;
    if (!given.DATABASE_URL) {
      const postgres = await startPostgres({ dataDir: join(dataDir, "postgres"), durable: true, log });
      started.push(postgres);
      environment = { ...environment, DATABASE_URL: postgres.url };
    }
    if (!given.SETTLEMENT_RPC_URL) {
      const anvil = await startAnvil({ dataDir: join(dataDir, "chain"), log });
      started.push(anvil);
      const contract = await registryOn(anvil.url);
      newChain = contract.deployedNow;
      environment = {
        ...environment,
        SETTLEMENT_RPC_URL: anvil.url,
        SETTLEMENT_CHAIN_ID: String(localChainId),
        SETTLEMENT_CONTRACT_ADDRESS: contract.address,
        SETTLEMENT_SIGNER_KEY: publicDevAccount.privateKey,
      };
    }
    return { environment, newChain, broken: firstToEnd(started), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The contract stands where the first transaction of the development account has put it. */
async function registryOn(rpcUrl: string) {
  const address = getContractAddress({ from: publicDevAccount.address, nonce: 0n });
  const code = await createPublicClient({ transport: http(rpcUrl) }).getCode({ address });
  if (code !== undefined) return { address, deployedNow: false };
  return { address: await deployRegistry(rpcUrl, publicDevAccount.privateKey), deployedNow: true };
}

async function firstToEnd(started: readonly Started[]): Promise<never> {
  const { log } = await Promise.race([
    new Promise<never>(() => undefined),
    ...started.map(({ exited }) => exited),
  ]);
  throw new Error(`The local database or chain has ended:\n${log}`);
}
