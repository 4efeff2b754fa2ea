/** A folder or a file of `src`, and the packages that it may import. Type packages of Node are always allowed. */
interface Module {
  readonly path: string;
  /** What the module is for, in a few words. */
  readonly holds: string;
  readonly packages?: readonly string[];
}

/**
 * The modules of `src` in one line. A module may import itself and those above it, and nothing below it, types
 * included. A new folder needs a line here, at the place where it belongs.
 */
export const modules: readonly Module[] = [
  {
    path: "lib",
    holds: "value types and small mechanisms",
    packages: ["zod", "decimal.js", "@paralleldrive/cuid2", "@usance/usage-hash"],
  },
  {
    path: "contract",
    holds: "inputs, outputs, refusals and states",
    packages: ["zod", "@usance/rating"],
  },
  { path: "config", holds: "the environment's variables", packages: ["zod"] },
  {
    path: "db",
    holds: "Postgres",
    packages: [
      "pg",
      "@prisma/client",
      "@prisma/adapter-pg",
      "@prisma/driver-adapter-utils",
      "@prisma/schema-engine-wasm",
    ],
  },
  { path: "platform/log", holds: "log lines", packages: ["pino"] },
  { path: "platform/outbound", holds: "requests to other servers", packages: ["undici"] },
  { path: "ports", holds: "what modules ask of each other", packages: ["zod"] },
  { path: "platform/mail", holds: "the mail server", packages: ["nodemailer"] },
  {
    path: "chain",
    holds: "the EVM chain and Circle's wallets",
    packages: ["viem", "@usance/contracts", "undici", "zod"],
  },
  {
    path: "access",
    holds: "API keys, users, idempotency, audit rows, rate limits",
    packages: ["lru-cache", "pg", "rate-limiter-flexible"],
  },
  {
    path: "operation",
    holds: "how an operation is defined and run",
    packages: ["zod", "@trpc/server", "trpc-to-openapi"],
  },
  { path: "outbox", holds: "events and their deliveries, as they are written" },
  {
    path: "catalog",
    holds: "services, plans and rate cards",
    packages: ["zod", "lru-cache", "@usance/rating"],
  },
  { path: "subscriptions", holds: "subscriptions", packages: ["zod"] },
  { path: "subscribers", holds: "users with subscriptions" },
  { path: "balances", holds: "prepaid balances and their ledger", packages: ["zod"] },
  {
    path: "usage",
    holds: "usage events",
    packages: ["zod", "lru-cache", "@usance/rating", "@usance/usage-hash"],
  },
  { path: "holds", holds: "holds, as callers place and end them", packages: ["zod"] },
  { path: "quotes", holds: "what usage costs", packages: ["zod", "@usance/rating"] },
  { path: "billing/invoices", holds: "invoices", packages: ["zod", "@usance/usage-hash"] },
  {
    path: "bills",
    holds: "the next bill of a subscription's usage",
    packages: ["zod", "@usance/rating"],
  },
  {
    path: "corrections",
    holds: "usage events that no longer count, with what follows from it",
    packages: ["zod"],
  },
  { path: "billing/signers", holds: "nonces of the accounts that send settlements" },
  { path: "billing/spending-caps", holds: "spending caps", packages: ["zod"] },
  { path: "top-ups", holds: "invoices whose payment is credited to a balance" },
  { path: "auto-top-ups", holds: "top-ups that are made when a balance is low" },
  { path: "billing/settlements", holds: "the settlement engine", packages: ["zod"] },
  { path: "reports", holds: "amounts over time" },
  { path: "credit-notes", holds: "credit notes and their refunds", packages: ["zod"] },
  { path: "payments", holds: "payments that a wallet signs on a page", packages: ["zod"] },
  { path: "invoice-links", holds: "the calls of an invoice's page", packages: ["zod"] },
  { path: "refund-links", holds: "the calls of a refund's page" },
  { path: "sessions", holds: "checkout sessions and the checkout page's calls", packages: ["zod"] },
  { path: "portal", holds: "links to the subscriber's portal, and its calls", packages: ["zod"] },
  { path: "dashboard", holds: "how people sign in to the dashboard", packages: ["zod"] },
  { path: "webhooks/events", holds: "webhook events, as callers see them", packages: ["zod"] },
  { path: "webhooks/endpoints", holds: "webhook endpoints", packages: ["zod"] },
  { path: "webhooks/deliveries", holds: "sending events to endpoints", packages: ["zod"] },
  { path: "emails", holds: "e-mails to subscribers" },
  { path: "keys", holds: "API keys and audit events, as callers see them", packages: ["zod"] },
  { path: "readiness", holds: "whether the service can work", packages: ["zod"] },
  { path: "time", holds: "changes that happen because time has passed" },
  { path: "jobs", holds: "what runs by itself", packages: ["pg", "pg-boss"] },
  {
    path: "api",
    holds: "the router, both doors, the OpenAPI document",
    packages: ["@trpc/server", "zod", "express", "cors", "helmet", "trpc-to-openapi"],
  },
  {
    path: "observability",
    holds: "metrics and traces",
    packages: [
      "pg",
      "@prometheus-io/client",
      "@opentelemetry/api",
      "@opentelemetry/core",
      "@opentelemetry/exporter-trace-otlp-http",
      "@opentelemetry/resources",
      "@opentelemetry/sdk-trace",
    ],
  },
  { path: "compose.ts", holds: "the wiring of one process", packages: ["pg"] },
  {
    path: "ledger",
    holds: "the check of the books",
    packages: ["pg", "viem", "@usance/contracts"],
  },
  { path: "process", holds: "the life of a process" },
  {
    path: "dev",
    holds: "the local stack",
    packages: ["viem", "@usance/contracts", "@usance/local-stack", "@usance/sdk"],
  },
  {
    path: "cli",
    holds: "the command line",
    packages: [
      "@commander-js/extra-typings",
      "viem",
      "zod",
      "@usance/bench",
      "@usance/biller",
      "@usance/sdk",
      "@usance/contracts",
      "@usance/demo",
      "@usance/local-stack",
      "@usance/webhooks-relay",
    ],
  },
  { path: "index.ts", holds: "the published type of the router" },
];
