import { balancesOptions } from "./balances/options.ts";
import { clocksOptions } from "./clocks/options.ts";
import { databaseOptions } from "./database/options.ts";
import { defineSoak, type Soak } from "./define-soak.ts";
import { failoverOptions } from "./failover/options.ts";
import { hostilePayersOptions } from "./hostile-payers/options.ts";
import { ingestOptions } from "./ingest/options.ts";
import { modelOptions } from "./model/options.ts";
import { refundsOptions } from "./refunds/options.ts";
import { requestsOptions } from "./requests/options.ts";
import { settlementsOptions } from "./settlements/options.ts";
import { stopsOptions } from "./stops/options.ts";
import { versionsOptions } from "./versions/options.ts";
import { webhooksOptions } from "./webhooks/options.ts";
import { yearOptions } from "./year/options.ts";

export { reportOf } from "./report.ts";

/** The soaks of `usance soak`: the service under faults. */
export const soaks: readonly Soak[] = [
  defineSoak({
    name: "settlements",
    summary:
      "Processes that share a signer are killed, while the chain is reorganized and RPC requests go wrong.",
    options: settlementsOptions,
    run: async (options) => (await import("./settlements/soak.ts")).soakSettlements(options),
  }),
  defineSoak({
    name: "refunds",
    summary:
      "Sellers pay refunds from their wallets, while processes are killed and the chain is reorganized.",
    options: refundsOptions,
    run: async (options) => (await import("./refunds/soak.ts")).soakRefunds(options),
  }),
  defineSoak({
    name: "hostile-payers",
    summary:
      "Honest payers and strangers who work against them at checkouts, while processes are killed.",
    options: hostilePayersOptions,
    run: async (options) => (await import("./hostile-payers/soak.ts")).soakHostilePayers(options),
  }),
  defineSoak({
    name: "ingest",
    summary: "Usage events from callers that retry, while processes and Postgres are killed.",
    options: ingestOptions,
    run: async (options) => (await import("./ingest/soak.ts")).soakIngest(options),
  }),
  defineSoak({
    name: "balances",
    summary:
      "Charges and holds that race each other and are repeated, while processes and Postgres are killed, clocks jump and payments are taken back.",
    options: balancesOptions,
    run: async (options) => (await import("./balances/soak.ts")).soakBalances(options),
  }),
  defineSoak({
    name: "webhooks",
    summary: "Deliveries, while their senders are killed and their receiver fails.",
    options: webhooksOptions,
    run: async (options) => (await import("./webhooks/soak.ts")).soakWebhooks(options),
  }),
  defineSoak({
    name: "database",
    summary:
      "Database connections are cut, refused, slow and silent; Postgres is read-only; its disk is full.",
    options: databaseOptions,
    run: async (options) => (await import("./database/soak.ts")).soakDatabase(options),
  }),
  defineSoak({
    name: "failover",
    summary:
      "Primaries are killed, standbys promoted, and standbys are away; with several servers and behind a pooler.",
    options: failoverOptions,
    run: async (options) => (await import("./failover/soak.ts")).soakFailover(options),
  }),
  defineSoak({
    name: "clocks",
    summary: "Processes whose clocks jump, by seconds or by a month, and never agree.",
    options: clocksOptions,
    run: async (options) => (await import("./clocks/soak.ts")).soakClocks(options),
  }),
  defineSoak({
    name: "year",
    summary: "Two years of usage on a test clock, billed by billers that are killed.",
    options: yearOptions,
    run: async (options) => (await import("./year/soak.ts")).soakYear(options),
  }),
  defineSoak({
    name: "stops",
    summary: "SIGTERMs under load, behind a load balancer that asks for /ready.",
    options: stopsOptions,
    run: async (options) => (await import("./stops/soak.ts")).soakStops(options),
  }),
  defineSoak({
    name: "versions",
    summary: "An upgrade under load, process by process.",
    options: versionsOptions,
    run: async (options) => (await import("./versions/soak.ts")).soakVersions(options),
  }),
  defineSoak({
    name: "requests",
    summary: "Requests of every operation, made from the OpenAPI document and broken on purpose.",
    options: requestsOptions,
    run: async (options) => (await import("./requests/soak.ts")).soakRequests(options),
  }),
  defineSoak({
    name: "model",
    summary: "Callers at once, compared with a simple model of the specification.",
    options: modelOptions,
    run: async (options) => (await import("./model/soak.ts")).soakModel(options),
  }),
];
