import { type Anvil, publicDevAccount, startAnvil } from "@usance/local-stack";
import {
  collectorAddress,
  deployCollector,
  deployRegistry,
  devUsdcAddress,
} from "../../src/cli/dev/deploy-contracts.ts";
import { systemClock } from "../../src/kit/clock.ts";
import { admin, adminKey } from "../harness/chain.ts";
import { startCircle } from "../harness/circle.ts";
import { readFaults } from "../harness/circle-faults.ts";
import { newDatabase, sql } from "../harness/database.ts";
import { startRpcProxy } from "../harness/rpc-proxy.ts";
import { type TestService, testKey } from "../harness/service.ts";
import { productionEnvironment } from "../processes/production.ts";
import { startProgram, usanceCommand } from "../processes/program.ts";

/** The password of the service's role in its database. */
const databasePassword = "c4nary-password-of-the-database";
/** In the address of the chain's node, where node providers put their keys. */
const rpcKey = "c4nary-key-in-the-path-of-the-rpc-address";
const webhookSecretsKey = "c4a4".repeat(16);
const mailPassword = "c4nary-password-of-the-mail-server";
const collectorToken = "c4nary-token-of-the-collector";

type Environment = Readonly<Record<string, string>>;

/** A process of the service with all logs, metrics and traces, and with known secrets. */
export async function startTalkative(collectorUrl: string, executor: "direct" | "provider") {
  const anvil = await startAnvil();
  const proxy = await startRpcProxy(() => anvil.url);
  const owner = await newDatabase();
  const how = executor === "direct" ? await directly(anvil) : await byProvider(anvil);
  const environment = await productionEnvironment(
    { anvil, contract: how.contract },
    {
      DATABASE_URL: await urlOfRole(owner),
      NODE_ENV: "", // webhooks go to this machine
      WEBHOOK_ALLOW_PRIVATE: "1",
      BOOTSTRAP_API_KEY: testKey,
      WEBHOOK_SECRETS_KEY: webhookSecretsKey,
      SETTLEMENT_RPC_URL: `${proxy.url}/v2/${rpcKey}`,
      SETTLEMENT_TIMEOUT_MS: "4000",
      SMTP_URL: `smtp://usance:${mailPassword}@127.0.0.1:1`,
      EMAIL_FROM: "billing@usance.example",
      RATE_LIMIT: "off",
      LOG_LEVEL: "trace",
      METRICS_PORT: "0",
      OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${collectorToken}`,
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
      ...how.environment,
    },
  );
  const program = startProgram(usanceCommand(["start"]), environment);
  const [, url = ""] = await program.printed(/^Listening on (\S+)$/m);
  const [, metricsUrl = ""] = await program.printed(/^Metrics on (\S+)$/m);
  return {
    ...program,
    /** The parts of a service that a story needs. */
    service: () => ({ url, anvil, clock: systemClock }) as TestService,
    url,
    metricsUrl,
    proxy,
    collectorToken,
    sql: (text: string) => sql(owner, text),
    secrets: {
      "bootstrap key": testKey,
      "database password": databasePassword,
      "database address": environment.DATABASE_URL,
      "RPC key": rpcKey,
      WEBHOOK_SECRETS_KEY: webhookSecretsKey,
      "mail server's password": mailPassword,
      "collector's token": collectorToken,
      ...how.secrets,
    },
    /** Sets the faults of its wallet provider from now on (test/harness/circle-faults.ts). */
    fail: how.fail,
    /** Stops it normally, so that it writes the rest of its output. */
    end: async () => {
      program.signal("SIGTERM");
      return program.ended;
    },
    stop: async () => {
      program.signalGroup("SIGKILL");
      await program.ended;
      proxy.stop();
      how.stop();
      await anvil.stop();
    },
  };
}

export type Talkative = Awaited<ReturnType<typeof startTalkative>>;

/** The same database, for a role with its own password. */
async function urlOfRole(owner: string): Promise<string> {
  const role = "usance_canary";
  const options = `LOGIN SUPERUSER PASSWORD '${databasePassword}'`;
  await sql(
    owner,
    `DO $$ BEGIN
       IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN
         CREATE ROLE ${role} ${options};
       END IF;
     END $$`,
  );
  const url = new URL(owner);
  url.username = role;
  url.password = databasePassword;
  return url.href;
}

interface How {
  readonly contract: string;
  readonly environment: Environment;
  readonly secrets: Readonly<Record<string, string>>;
  readonly fail: (faults: object) => Promise<void>;
  readonly stop: () => void;
}

async function directly({ url }: Anvil): Promise<How> {
  const { privateKey, address: operator } = publicDevAccount;
  const registry = await deployRegistry(url, privateKey, admin.address);
  await deployCollector(url, { registry, admins: [adminKey], operator });
  return {
    contract: registry,
    environment: {
      SETTLEMENT_TOKEN_ADDRESS: devUsdcAddress,
      SETTLEMENT_COLLECTOR_ADDRESS: collectorAddress,
    },
    secrets: { "signer's key": privateKey.slice(2) },
    fail: async () => undefined,
    stop: () => undefined,
  };
}

async function byProvider({ url }: Anvil): Promise<How> {
  const circle = await startCircle(url);
  return {
    contract: await deployRegistry(url, circle.walletKey, admin.address),
    environment: {
      SETTLEMENT_EXECUTOR: "provider",
      SETTLEMENT_PROVIDER_URL: circle.url,
      SETTLEMENT_PROVIDER_API_KEY: circle.apiKey,
      SETTLEMENT_PROVIDER_ENTITY_SECRET: circle.entitySecret,
      SETTLEMENT_PROVIDER_WALLET_ID: circle.walletId,
      SETTLEMENT_TIMEOUT_MS: "15000", // a settlement must confirm while the other process is busy
    },
    secrets: {
      "provider's key": circle.apiKey,
      "entity secret": circle.entitySecret,
    },
    fail: async (faults) => {
      circle.faults = readFaults(faults);
    },
    stop: circle.stop,
  };
}
