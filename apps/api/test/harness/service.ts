import { type Anvil, localChainId, publicDevAccount, startAnvil } from "@usance/local-stack";
import { afterAll, beforeAll } from "vitest";
import { registryDeployer } from "../../src/cli/dev/accounts.ts";
import {
  collectorAddress,
  deployCollector,
  deployRegistry,
  devUsdcAddress,
} from "../../src/cli/dev/deploy-contracts.ts";
import { readConfig } from "../../src/kit/config/config.ts";
import { compose, type Service } from "../../src/server/compose.ts";
import { httpServer } from "../../src/server/connections/server.ts";
import { openWatchers } from "../../src/server/process/open-watchers.ts";
import { admin, adminKey, rpc } from "./chain.ts";
import { giveDatabase, newDatabase, takeDatabase } from "./database.ts";
import { onFreePort } from "./on-free-port.ts";
import { TestClock } from "./test-clock.ts";
import { watched } from "./watched.ts";

/** An API key that every test service accepts. */
export const testKey = "test-key-of-thirty-two-characters";

/** The key with which every test service encrypts secrets, so that one can read the secrets of an older one. */
const testSecretsKey = "5e".repeat(32);

/** The settings of a test service that takes payments. The service deploys the contracts. */
export const payments = {
  SETTLEMENT_TOKEN_ADDRESS: devUsdcAddress,
  SETTLEMENT_COLLECTOR_ADDRESS: collectorAddress,
};

/** The settings of a test service that writes e-mails. Nobody listens there: see mail-server.ts for a server that does. */
export const withEmails = {
  SMTP_URL: "smtp://127.0.0.1:1",
  EMAIL_FROM: "billing@usance.example",
};

export interface TestService extends Service {
  readonly url: string;
  readonly clock: TestClock;
  readonly anvil: Anvil;
  readonly contract: `0x${string}`;
  /** The address that sends settlements. */
  readonly signer: `0x${string}`;
  readonly databaseUrl: string;
  /** The lines of its log so far. There are none unless LOG_LEVEL is set. */
  readonly logged: Record<string, unknown>[];
  stop(): Promise<void>;
}

/** A chain with the contract in which a service records settlements. */
type TestChain = Pick<TestService, "anvil" | "contract">;

/** A chain that returns to the state after the deployment when the next service takes it. */
interface KeptChain extends TestChain {
  isAlive: boolean;
  snapshot: string;
}

/**
 * The chains of this worker that no service uses. A worker runs one file at a time, so there is seldom more than one. They
 * end with the worker.
 */
const freeChains: KeptChain[] = [];

/** The parts that exist before a service starts. */
interface Before {
  /** The chain, which is stopped with the service. */
  readonly chain: TestChain;
}

/**
 * Starts the service as in production, with its own database and chain. Only the rate limits differ, since tests make many
 * calls.
 *
 * @param environment with the DATABASE_URL of another test service, this one is a second process on that database
 */
export async function startService(
  environment: Readonly<Record<string, string>> = {},
  before?: Before,
): Promise<TestService> {
  const [databaseUrl, { anvil, contract }] = await Promise.all([
    environment.DATABASE_URL ?? newDatabase(),
    before?.chain ?? takeChain(),
  ]);
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    SETTLEMENT_RPC_URL: anvil.url,
    SETTLEMENT_CHAIN_ID: String(localChainId),
    SETTLEMENT_CONTRACT_ADDRESS: contract,
    SETTLEMENT_SIGNER_KEY: publicDevAccount.privateKey,
    CHECKOUT_URL: "https://pay.example.com/checkout",
    BOOTSTRAP_API_KEY: testKey,
    RATE_LIMIT: "off",
    WEBHOOK_SECRETS_KEY: testSecretsKey,
    WEBHOOK_ALLOW_PRIVATE: "1",
    LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
    SETTLEMENT_FINALITY: "1", // the chain mines no blocks of its own accord
    ...environment,
  });
  const clock = new TestClock();
  const logged: TestService["logged"] = [];
  const service = compose(config, {
    clock,
    ...(await openWatchers(config)),
    writeLog: (line) => {
      logged.push(JSON.parse(line));
      if (process.env.LOG_LEVEL !== undefined) process.stdout.write(line);
    },
  });
  await service.findLayout();
  const answers = watched(service.app);
  const server = httpServer(answers.listener, config);
  const { url } = await onFreePort(server);
  return {
    ...service,
    url,
    clock,
    anvil,
    contract,
    signer: publicDevAccount.address,
    databaseUrl,
    logged,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await service.close();
      await anvil.stop();
      answers.expectDocumented();
    },
  };
}

/** @returns a chain as after the deployment; its `stop` gives it to the next service, and its `kill` ends it */
async function takeChain(): Promise<TestChain> {
  const chain = freeChains.pop() ?? (await newKeptChain());
  if (!chain.isAlive) return takeChain();
  await rpc(chain, "evm_setIntervalMining", [0]);
  await rpc(chain, "anvil_dropAllTransactions", []);
  await rpc(chain, "evm_revert", [chain.snapshot]);
  chain.snapshot = String(await rpc(chain, "evm_snapshot", []));
  await rpc(chain, "evm_setAutomine", [true]);
  await rpc(chain, "anvil_setTime", [Math.floor(Date.now() / 1_000)]);
  let isTaken = true;
  const stop = async () => {
    if (isTaken) freeChains.push(chain);
    isTaken = false;
  };
  return { ...chain, anvil: { ...chain.anvil, stop } };
}

async function newKeptChain(): Promise<KeptChain> {
  const chain = await newChain();
  const kept = {
    ...chain,
    isAlive: true,
    snapshot: String(await rpc(chain, "evm_snapshot", [])),
  };
  void chain.anvil.exited.then(() => {
    kept.isAlive = false;
  });
  return kept;
}

/** @param deployToken deploys another token at the address of DevUSDC */
export async function newChain(
  deployToken?: (rpcUrl: string) => Promise<void>,
): Promise<TestChain> {
  const anvil = await startAnvil();
  await deployToken?.(anvil.url);
  const operator = publicDevAccount.address;
  const { privateKey } = registryDeployer;
  const contract = await deployRegistry(anvil.url, privateKey, admin.address, operator);
  await deployCollector(anvil.url, { registry: contract, admins: [adminKey], operator });
  return { anvil, contract };
}

/** Starts a service before the tests of a file, and stops it after them. */
export function useService(
  environment?: Readonly<Record<string, string>>,
  onChain?: () => Promise<TestChain>,
): () => TestService {
  let service: TestService | undefined;
  beforeAll(async () => {
    const chain = onChain && { chain: await onChain() };
    service = await startService({ ...environment, DATABASE_URL: await takeDatabase() }, chain);
  });
  afterAll(async () => {
    await service?.stop();
    if (service !== undefined) giveDatabase(service.databaseUrl);
  });
  return () => {
    if (service === undefined) throw new Error("The service starts before the first test.");
    return service;
  };
}
