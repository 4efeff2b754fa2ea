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
    path: "kit",
    holds: "value types and small mechanisms",
    packages: [
      "zod",
      "decimal.js",
      "@paralleldrive/cuid2",
      "@usance/proofs",
      "pino",
      "undici",
      "ipaddr.js",
      "nodemailer",
    ],
  },
  {
    path: "schemas",
    holds: "records, fields, refusals and states",
    packages: ["zod", "@usance/rating"],
  },
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
  {
    path: "chain",
    holds: "the EVM chain and Circle's wallets",
    packages: ["viem", "@usance/contracts", "undici", "zod"],
  },
  {
    path: "operation",
    holds: "how an operation is defined and run, and who may call it",
    packages: [
      "zod",
      "@trpc/server",
      "trpc-to-openapi",
      "lru-cache",
      "pg",
      "rate-limiter-flexible",
      "ipaddr.js",
    ],
  },
  { path: "outbox", holds: "events and e-mails, as they are written" },
  {
    path: "catalog",
    holds: "services, plans, rate cards and test clocks",
    packages: ["zod", "lru-cache", "@usance/rating", "@usance/proofs"],
  },
  { path: "subscriptions", holds: "subscriptions and subscribers", packages: ["zod"] },
  { path: "balances", holds: "prepaid balances and their ledger", packages: ["zod"] },
  {
    path: "usage",
    holds: "usage events, holds, and what usage costs",
    packages: ["zod", "lru-cache", "@usance/rating", "@usance/proofs"],
  },
  {
    path: "invoices",
    holds: "invoices, and the next bill of a subscription",
    packages: ["zod", "@usance/rating", "@usance/proofs"],
  },
  {
    path: "settlements",
    holds: "payments on the chain, spending caps, top-ups, refunds and disputes",
    packages: ["zod", "@usance/rating"],
  },
  {
    path: "alerts",
    holds: "levels that are told when a value crosses them, and forecasts",
    packages: ["zod", "@usance/rating"],
  },
  { path: "pages", holds: "the calls of pages, whose visitors have no key", packages: ["zod"] },
  {
    path: "x402",
    holds: "payments of programs, by the x402 protocol",
    packages: ["zod", "@usance/proofs"],
  },
  { path: "notify", holds: "webhooks and e-mails, as they are sent", packages: ["zod"] },
  {
    path: "explain",
    holds: "what needs attention, and why an invoice is not paid, in words",
    packages: ["zod"],
  },
  {
    path: "server",
    holds: "one process: HTTP, jobs, time, readiness, metrics",
    packages: [
      "@trpc/server",
      "@modelcontextprotocol/server",
      "zod",
      "express",
      "cors",
      "helmet",
      "trpc-to-openapi",
      "pg",
      "@prometheus-io/client",
      "@opentelemetry/api",
      "@opentelemetry/core",
      "@opentelemetry/exporter-trace-otlp-http",
      "@opentelemetry/resources",
      "@opentelemetry/sdk-trace",
    ],
  },
  {
    path: "cli",
    holds: "the command line, the local stack, the check of the books",
    packages: [
      "@commander-js/extra-typings",
      "@modelcontextprotocol/server",
      "@x402/core",
      "@x402/evm",
      "@x402/extensions",
      "@x402/fetch",
      "pg",
      "undici",
      "viem",
      "zod",
      "@usance/biller",
      "@usance/sdk",
      "@usance/contracts",
      "@usance/proofs",
      "@usance/rating",
      "@usance/local-stack",
      "@usance/webhooks-relay",
    ],
  },
];
