import type { RequestListener } from "node:http";
import { openTimes } from "../catalog/test-clocks/open-times.ts";
import { findLayout } from "../db/client.ts";
import { systemClock } from "../kit/clock.ts";
import { type Config, isTestChain } from "../kit/config/config.ts";
import { explorers } from "../kit/config/explorers.ts";
import { everyone } from "../kit/tenant.ts";
import { hashToken } from "../kit/tokens.ts";
import { EventFeed } from "../notify/webhooks/events/event-feed.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { applyPayments } from "../pages/checkout-sessions/complete-checkout-session.ts";
import { endAttempts } from "../settlements/attempts.ts";
import { followPayments } from "../settlements/credit-notes/follow-payments.ts";
import { UsageMeter } from "../usage/meter.ts";
import { openRootSigner } from "../usage/roots/root-signer.ts";
import { identifyPrograms, recordPaidUsage } from "../x402/apply-payments.ts";
import { httpApp } from "./app.ts";
import { BodyMemory } from "./bodies/body-memory.ts";
import {
  buildChain,
  buildDatabase,
  buildExecutor,
  buildGate,
  buildNotices,
  buildObservation,
  buildReadiness,
  type Surroundings,
} from "./builders.ts";
import { startJobs } from "./jobs/jobs.ts";
import { openDue } from "./time/due.ts";

export interface Service {
  readonly app: RequestListener;
  readonly parts: Parts;
  /** Finds out whether the database is distributed. Call it once the tables are there, before the first request. */
  findLayout(): Promise<void>;
  /** @returns a function that stops the jobs */
  startJobs(): () => Promise<void>;
  /** Renders all metrics in Prometheus's text format; null when metrics are off. */
  readonly metrics: (() => Promise<string>) | null;
  /** Makes readiness fail from now on and ends streams, because the service is shutting down. */
  announceStop(): void;
  /** Closes database pools and outgoing connections. Do not use the service afterwards. */
  close(): Promise<void>;
}

/** Builds all parts of one process and connects them. No other code knows all of them. */
export function compose(config: Config, surroundings: Surroundings = {}): Service {
  const { clock = systemClock, metrics = null, tracing = null } = surroundings;
  const { developmentWallet = null, development = null } = surroundings;
  const { log, tally, watch, requests } = buildObservation(config, surroundings);
  const database = buildDatabase(config, clock, log, watch);
  const { registry, ...chain } = buildChain(config, clock, watch);
  const notices = buildNotices(config, watch, tracing);
  const times = openTimes(clock, { areTestClocksAllowed: isTestChain(config.SETTLEMENT_CHAIN_ID) });
  const events = new EventFeed({ db: database.db, clock, log });
  const parts = connect(config, {
    clock,
    log,
    tally,
    watch,
    times,
    events,
    database,
    registry,
    chain,
    notices,
  });
  const bodyMemory = new BodyMemory(config);
  const { announceStop, ...state } = buildReadiness(parts, database);
  const gate = buildGate(config, { ...parts, pool: database.pool });
  const pools = { requests: database.pool, usage: database.meterPool };
  return {
    parts,
    app: httpApp(parts, config, {
      gate,
      bodyMemory,
      developmentWallet,
      development,
      readiness: state.readiness,
      watches: requests,
    }),
    metrics: metrics?.of({ parts, pools, bodyMemory, ...state }) ?? null,
    findLayout: () => findLayout(database.db),
    startJobs: () => startJobs(parts),
    announceStop: () => {
      announceStop();
      events.close();
    },
    close: async () => {
      events.close();
      await notices.close();
      await database.close();
    },
  };
}

interface Groups extends Pick<Parts, "clock" | "log" | "tally" | "watch" | "times" | "events"> {
  readonly database: ReturnType<typeof buildDatabase>;
  readonly registry: ReturnType<typeof buildChain>["registry"];
  readonly chain: Omit<ReturnType<typeof buildChain>, "registry">;
  readonly notices: ReturnType<typeof buildNotices>;
}

/** Makes what operations and jobs take. */
function connect(config: Config, { database, registry, chain, notices, ...common }: Groups): Parts {
  const { db, nodes, batch, inTransaction } = database;
  const { CHECKOUT_URL: checkoutUrl, BOOTSTRAP_API_KEY: bootstrapKey } = config;
  const { emails } = notices;
  const paymentRefunds = followPayments({ checkoutUrl, emails });
  const shared = { ...common, db, chain: chain.chain, paymentRefunds, checkoutUrl, emails };
  const due = openDue({ ...shared, collector: chain.collector });
  return {
    ...shared,
    ...chain,
    batch,
    endAttempts,
    commitTrouble: database.commitTrouble,
    meter: new UsageMeter({
      ...common,
      db,
      nodes,
      inTransaction,
      run: database.runMeter,
      maxWaiting: config.USAGE_QUEUE,
    }),
    rootSigner: openRootSigner(config.WEBHOOK_SECRETS_KEY),
    due,
    tenant: everyone,
    executor: buildExecutor(config, registry, shared),
    afterPayment: {
      identify: async (at, paid) => {
        const others = await identifyPrograms({ ...at, checkoutUrl, due }, paid);
        await applyPayments({ ...at, checkoutUrl }, others);
      },
      use: recordPaidUsage,
    },
    dashboardUrl: config.DASHBOARD_URL ?? `${new URL(checkoutUrl).origin}/dashboard`,
    bootstrapHash: bootstrapKey === undefined ? null : hashToken(bootstrapKey),
    explorerUrl: config.EXPLORER_URL ?? explorers[config.SETTLEMENT_CHAIN_ID] ?? null,
    webhooks: { ...notices.webhooks, lookUp: database.lookUp },
    failureGas: config.CHECKOUT_FAILURE_GAS,
    settlementMaxGas: BigInt(config.SETTLEMENT_MAX_GAS),
    x402: {
      leastAmount: config.X402_LEAST_AMOUNT,
      settleWaitMs: config.X402_SETTLE_WAIT_MS,
      walletPayments: config.X402_WALLET_PAYMENTS,
    },
    settlementTimeoutMs: config.SETTLEMENT_TIMEOUT_MS,
    settlementStuckMs: config.SETTLEMENT_STUCK_MS,
  };
}
