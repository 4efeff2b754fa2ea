import type { Pool } from "pg";
import { CircleClient } from "../chain/circle/client.ts";
import { Collector } from "../chain/collector.ts";
import { DirectSigner } from "../chain/direct-signer.ts";
import type { Executor } from "../chain/executor.ts";
import { ProviderSender } from "../chain/provider-sender.ts";
import { Refunder } from "../chain/refunder.ts";
import type { Registry } from "../chain/registry.ts";
import { rpcClient } from "../chain/rpc-client.ts";
import { SettlementChain } from "../chain/settlement-chain.ts";
import { WalletSignIn } from "../chain/wallet-sign-in.ts";
import { commitTrouble } from "../db/assert-database.ts";
import { batchCommit, batchHolds, batchRead, batchWrite } from "../db/batches.ts";
import { NodePools } from "../db/citus/node-pools.ts";
import { findLayout, isDistributed, openDatabase } from "../db/client.ts";
import { callersPatience, openPool, type PoolOptions } from "../db/pool.ts";
import { Servers } from "../db/servers.ts";
import { statementRunner, statementTransactions } from "../db/statements.ts";
import type { Clock } from "../kit/clock.ts";
import type { Config } from "../kit/config/config.ts";
import { openLog, secretsOf } from "../kit/log/open-log.ts";
import type { Log, LogFields } from "../kit/log.ts";
import type { Emails } from "../kit/mail/mailer.ts";
import { openMailer } from "../kit/mail/open-mailer.ts";
import { openOutbound } from "../kit/outbound/outbound.ts";
import { sealWith } from "../kit/seal.ts";
import { sharedAnswer } from "../kit/shared-answer.ts";
import { type Watch, watchedBy } from "../kit/watch.ts";
import { signer } from "../notify/webhooks/deliveries/deliver.ts";
import { authenticator } from "../operation/access/auth/authenticate.ts";
import { openTurns } from "../operation/access/limits/costs.ts";
import { rateLimits } from "../operation/access/limits/rate-limits.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { noTally } from "../operation/ports/tally.ts";
import { directExecutor } from "../settlements/engine/direct-executor.ts";
import { providerExecutor } from "../settlements/engine/provider-executor.ts";
import { tokenFigures } from "../settlements/settlement-figures.ts";
import type { Metrics } from "./observability/metrics/open-metrics.ts";
import type { Tracing } from "./observability/tracing/open-tracing.ts";
import type { DevelopmentWallet } from "./pages/checkout-page.ts";
import type { Development } from "./pages/home-page.ts";
import { getReadiness, serviceStops } from "./readiness/get-readiness.ts";
import { loggedReadiness } from "./readiness/logged-readiness.ts";

/* The groups of parts of a process. compose.ts connects them. */

/** What a process passes in besides its environment variables. */
export interface Surroundings {
  readonly clock?: Clock;
  /** Writes one log line. Default: standard output. */
  readonly writeLog?: (line: string) => void;
  /** null turns metrics off. */
  readonly metrics?: Metrics | null;
  /** null turns tracing off. */
  readonly tracing?: Tracing | null;
  /** A wallet with test money that the checkout page offers, for development only. */
  readonly developmentWallet?: DevelopmentWallet | null;
  /** Given by `pnpm dev` only. */
  readonly development?: Development | null;
}

/** Logs, metrics and traces. Tracing comes first, so that its spans enclose the measured work. */
export function buildObservation(
  config: Config,
  { writeLog, metrics = null, tracing = null }: Surroundings,
) {
  const watchers = [tracing, metrics].filter((one) => one !== null);
  const log = openLog({
    level: config.LOG_LEVEL,
    secrets: secretsOf(config),
    ...(writeLog && { write: writeLog }),
    ...(metrics && { wrote: metrics.wroteLine }),
    ...(tracing && { always: () => traceOf(tracing) }),
  });
  tracing?.report(log);
  return {
    log,
    tally: metrics?.tally ?? noTally,
    watch: watchedBy(watchers.map((one) => one.watch)),
    requests: watchers.map((one) => one.requests),
  };
}

/** The trace id, as a field for log lines that are written inside a trace. */
function traceOf(tracing: Tracing): LogFields {
  const traceId = tracing.traceId();
  return traceId === undefined ? {} : { traceId };
}

/**
 * Postgres settings for the statement that records usage events. It takes arrays, so Postgres would plan it again for
 * every call, and without knowing their lengths. Records and foreign keys are looked up by index, however small their
 * tables are; events are joined to their records by hash, however few the planner takes them for.
 */
const meterSettings = {
  plan_cache_mode: "force_generic_plan",
  enable_seqscan: "off",
  enable_bitmapscan: "off",
  enable_nestloop: "off",
  // Scans and joins that are off count as very dear, for which Postgres would compile the statement at each execution.
  jit: "off",
};

/** The same for statements that join nothing but rows by their ids: usage events with a charge, and claims of webhooks. */
const lookupSettings = { ...meterSettings, enable_nestloop: "on" };

/** The pools of a process, and what runs on them. */
export function buildDatabase(config: Config, clock: Clock, log: Log, watch: Watch) {
  const synchronousStandbys = config.SYNCHRONOUS_STANDBYS;
  const servers = new Servers(config.DATABASE_URL, { synchronousStandbys });
  servers.watch();
  const pool = openLoggedPool(servers, log, 22);
  const db = openDatabase(pool, watch);
  const meterPool = openLoggedPool(servers, log, 3, { settings: meterSettings });
  const lookupPool = openLoggedPool(servers, log, 5, { settings: lookupSettings });
  const inTransaction = statementTransactions(lookupPool, { pool, isSo: () => isDistributed(db) });
  const nodes = new NodePools(pool, servers.url, (url) => openLoggedPool(new Servers(url), log, 4));
  return {
    db,
    pool,
    meterPool,
    nodes,
    inTransaction,
    runMeter: statementRunner(meterPool),
    lookUp: statementRunner(lookupPool),
    commitTrouble: () => commitTrouble(pool, synchronousStandbys),
    batch: {
      commit: batchCommit(db, clock, watch),
      holds: batchHolds(inTransaction, clock, watch),
      read: batchRead(db, clock, watch),
      write: batchWrite(db, clock, watch),
    },
    close: async () => {
      servers.close();
      await db.$disconnect();
      await Promise.all([nodes.end(), pool.end(), meterPool.end(), lookupPool.end()]);
    },
  };
}

function openLoggedPool(
  servers: Servers,
  log: Log,
  max: number,
  options: Pick<PoolOptions, "settings"> = {},
): Pool {
  const pool = openPool(servers, max, { ...options, ...callersPatience });
  pool.on("error", (error) => {
    if (!pool.ending) log.warn({ err: error }, "idle database connection lost");
  });
  return pool;
}

/** What reads the chain. */
export function buildChain(config: Config, clock: Clock, watch: Watch) {
  const registry: Registry = {
    client: rpcClient(config.SETTLEMENT_RPC_URL, watch),
    chainId: config.SETTLEMENT_CHAIN_ID,
    contract: config.SETTLEMENT_CONTRACT_ADDRESS,
    token: config.SETTLEMENT_TOKEN_ADDRESS,
  };
  const depths = {
    confirmations: config.SETTLEMENT_CONFIRMATIONS,
    finality: Math.max(config.SETTLEMENT_FINALITY, config.SETTLEMENT_CONFIRMATIONS),
  };
  const { SETTLEMENT_COLLECTOR_ADDRESS: collector } = config;
  const maxGas = BigInt(config.SETTLEMENT_MAX_GAS);
  return {
    registry,
    chain: new SettlementChain({ ...registry, ...depths, clock, maxGas }),
    collector:
      collector === undefined ? null : new Collector({ ...registry, ...depths, collector }),
    refunder: new Refunder({ client: registry.client, clock, ...depths }),
    walletSignIn: new WalletSignIn(registry),
  };
}

/** How long one call of a wallet provider may take, in milliseconds. */
const providerTimeoutMs = 10_000;

/** The settlement executor that SETTLEMENT_EXECUTOR selects: it sends calls to the chain. */
export function buildExecutor(
  config: Config,
  registry: Registry,
  parts: Pick<
    Parts,
    | "db"
    | "chain"
    | "clock"
    | "times"
    | "log"
    | "tally"
    | "watch"
    | "paymentRefunds"
    | "checkoutUrl"
    | "emails"
  >,
): Executor {
  if (config.SETTLEMENT_EXECUTOR === "direct") {
    const sender = new DirectSigner({ ...registry, signerKeys: config.SETTLEMENT_SIGNER_KEY });
    const settlementStuckMs = config.SETTLEMENT_STUCK_MS;
    return directExecutor({ ...parts, settlementStuckMs, sender });
  }
  const sender = new ProviderSender({
    chainId: registry.chainId,
    watch: parts.watch,
    circle: new CircleClient({
      baseUrl: config.SETTLEMENT_PROVIDER_URL,
      apiKey: config.SETTLEMENT_PROVIDER_API_KEY,
      entitySecret: config.SETTLEMENT_PROVIDER_ENTITY_SECRET,
      walletId: config.SETTLEMENT_PROVIDER_WALLET_ID,
      timeoutMs: providerTimeoutMs,
    }),
  });
  return providerExecutor({ ...parts, sender });
}

/** How long an endpoint may take to answer a webhook, in milliseconds. */
const webhookTimeoutMs = 15_000;

/** What sends webhooks, with the trace context in their headers, and e-mails; no e-mails without SMTP_URL. */
export function buildNotices(config: Config, watch: Watch, tracing: Tracing | null) {
  const allowPrivate = config.WEBHOOK_ALLOW_PRIVATE === "1";
  const seal = sealWith(config.WEBHOOK_SECRETS_KEY);
  const outbound = openOutbound({ allowPrivate, timeoutMs: webhookTimeoutMs });
  const post: typeof outbound.post = (url, headers, body) =>
    watch({ kind: "webhook", name: "POST" }, () =>
      outbound.post(url, { ...headers, ...tracing?.headers() }, body),
    );
  return {
    emails: emailsOf(config),
    webhooks: { outbound: { ...outbound, post }, seal, sign: signer(seal), allowPrivate },
    close: () => outbound.close(),
  };
}

function emailsOf({ SMTP_URL, EMAIL_FROM, ...limits }: Config): Emails | null {
  if (SMTP_URL === undefined || EMAIL_FROM === undefined) return null;
  return {
    mailer: openMailer({ url: SMTP_URL, from: EMAIL_FROM }),
    dailyLimits: {
      perRecipient: limits.EMAIL_DAILY_LIMIT,
      perSeller: limits.EMAIL_SELLER_DAILY_LIMIT,
    },
  };
}

/** What lets a call in: API keys, turns and rate limits. */
export function buildGate(
  config: Config,
  {
    pool,
    ...parts
  }: Pick<Parts, "db" | "clock" | "log" | "bootstrapHash"> & { readonly pool: Pool },
) {
  const perMinute =
    config.RATE_LIMIT === "off"
      ? null
      : {
          key: config.RATE_LIMIT,
          network: config.RATE_LIMIT_FAILED_KEYS,
          visitor: config.RATE_LIMIT_CHECKOUT,
        };
  return {
    takeTurn: openTurns(),
    authenticate: authenticator(parts),
    limits: perMinute && rateLimits({ ...parts, perMinute, pool }),
  };
}

/** How long a readiness result is cached, in milliseconds. `GET /ready` is public, and a check costs several calls. */
const readyFreshMs = 1_000;
/** How long the token's state is cached, in milliseconds. A lookup costs one RPC call per merchant. */
const tokenFreshMs = 10_000;

/** Whether the process can do all its work. Results are shared for a moment. */
export function buildReadiness(parts: Parts, { db, nodes }: ReturnType<typeof buildDatabase>) {
  let stops = false;
  const nodesUp = sharedAnswer(readyFreshMs, async () => {
    await findLayout(db); // the database may have been distributed since the start
    return isDistributed(db) ? nodes.check() : new Map<string, boolean>();
  });
  const token = sharedAnswer(tokenFreshMs, () => tokenFigures(parts));
  const logged = loggedReadiness(() => getReadiness(parts, token, nodesUp), parts.log);
  const found = sharedAnswer(readyFreshMs, logged);
  return {
    nodesUp,
    token,
    readiness: async () => (stops ? { reasons: [serviceStops], warnings: [] } : await found()),
    announceStop: () => {
      stops = true;
    },
  };
}
