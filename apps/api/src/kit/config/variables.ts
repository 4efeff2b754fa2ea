import { z } from "zod";
import { isAmount, toAmount } from "../money.ts";
import {
  callsAMinute,
  databaseUrl,
  emailAddress,
  hex,
  keyPairs,
  kib,
  origins,
  privateKeys,
  secretsKeys,
  url,
  wholeNumber,
  withoutSlashes,
} from "./values.ts";

const executors = ["direct", "provider"] as const;
export const oneOfExecutors = { error: `must be one of: ${executors.join(", ")}` };

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/**
 * Every environment variable of the service, in the order of the table in docs/configuration.md, which is generated
 * from here. A variable without a default is required by `pnpm start`, unless it belongs to the other executor. `pnpm
 * dev` supplies its own values.
 */
export const variables = {
  PORT: wholeNumber(0, 65_535).default(3000).describe("Port to listen on"),
  HOST: z.string().min(1).default("127.0.0.1").describe("Address to listen on; `0.0.0.0` for all"),
  DATABASE_URL: databaseUrl("postgres://user:password@host:5432/usance").describe(
    "URL of a PostgreSQL 15 or later. Of several servers (`postgres://user:password@host1,host2/usance?target_session_attrs=read-write`), the one that accepts writes is used",
  ),
  SYNCHRONOUS_STANDBYS: wholeNumber(0, 16)
    .default(0)
    .describe(
      "How many standbys must have a write on disk before it is acknowledged. The service refuses a server whose settings do not ensure that",
    ),
  DATA_DIR: z
    .string()
    .min(1)
    .default(".data")
    .describe("Folder in which `pnpm dev` stores its database, chain and keys"),
  BOOTSTRAP_API_KEY: z
    .string()
    .min(32, "must have 32 characters or more")
    .regex(/^\S*$/, "must not contain blanks")
    .optional()
    .describe(
      "An API key beside those in the database: 32 or more random characters (`openssl rand -hex 32`)",
    ),
  SETTLEMENT_RPC_URL: url(/^https?$/, "https://rpc.example.com").describe(
    "JSON-RPC URL of the settlement chain",
  ),
  SETTLEMENT_CHAIN_ID: wholeNumber(1, 2 ** 48).describe("EIP-155 id of the settlement chain"),
  SETTLEMENT_CONTRACT_ADDRESS: hex(40, "an address").describe(
    "Address of the SettlementRegistry contract",
  ),
  SETTLEMENT_EXECUTOR: z
    .enum(executors, oneOfExecutors)
    .default("direct")
    .describe(
      "Who sends settlements: `direct`, the service with its own key, or `provider`, a Circle developer-controlled wallet",
    ),
  SETTLEMENT_SIGNER_KEY: privateKeys.describe(
    "Only for `direct`: private key of the account that has the contract's SETTLER role and pays the gas. Separate several with commas",
  ),
  SETTLEMENT_PROVIDER_URL: url(/^https?$/, "https://api.circle.com")
    .transform(withoutSlashes)
    .default("https://api.circle.com")
    .describe("Only for `provider`: URL of Circle's Web3 Services API"),
  SETTLEMENT_PROVIDER_API_KEY: z
    .string()
    .regex(/^[!-~]+$/, "must be printable ASCII without blanks")
    .describe("Only for `provider`: Circle API key"),
  SETTLEMENT_PROVIDER_ENTITY_SECRET: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, "must be 64 hex digits")
    .describe("Only for `provider`: the entity secret that is registered with Circle"),
  SETTLEMENT_PROVIDER_WALLET_ID: z
    .uuid("must be a UUID")
    .describe(
      "Only for `provider`: Circle's id of the wallet that has the contract's SETTLER role and pays the gas",
    ),
  SETTLEMENT_TOKEN_ADDRESS: hex(40, "an address")
    .default(`0x${"0".repeat(40)}`)
    .describe("Address of the USDC contract; the zero address means none"),
  SETTLEMENT_COLLECTOR_ADDRESS: hex(40, "an address")
    .optional()
    .describe(
      "Address of the SettlementCollector contract. Without it, the checkout page takes no payments",
    ),
  SETTLEMENT_MAX_GAS: wholeNumber(100_000, 16_000_000)
    .default(500_000)
    .describe(
      "Maximum gas of one settlement, which is also what a hostile payer can waste with one payment. The first payment of a smart wallet also deploys it: about 310,000 gas. Chains that charge gas for calldata, such as Arbitrum, need more",
    ),
  SETTLEMENT_STUCK_MS: wholeNumber(1_000, 86_400_000)
    .default(600_000)
    .describe(
      "How long a signer's next transaction may wait for a block before another one frees its nonce",
    ),
  SETTLEMENT_TIMEOUT_MS: wholeNumber(1, 600_000)
    .default(60_000)
    .describe("How long a settlement call waits for the chain"),
  SETTLEMENT_CONFIRMATIONS: wholeNumber(1, 1_000)
    .default(1)
    .describe("Blocks, its own included, after which a settlement is confirmed"),
  SETTLEMENT_FINALITY: wholeNumber(1, 1_000)
    .default(64)
    .describe("The same for final. Until then, it is checked for reorganizations"),
  CHECKOUT_URL: url(/^https?$/, "https://pay.example.com/checkout")
    .transform(withoutSlashes)
    .describe("URL of the checkout page, without the session id"),
  DASHBOARD_URL: url(/^https?$/, "https://billing.example.com/dashboard")
    .transform(withoutSlashes)
    .optional()
    .describe(
      "URL of the dashboard, on the service's own origin. Default: `/dashboard` on the origin of `CHECKOUT_URL`",
    ),
  EXPLORER_URL: url(/^https?$/, "https://basescan.org")
    .transform(withoutSlashes)
    .optional()
    .describe(
      "URL of a block explorer of the settlement chain. Pages and e-mails link to `<EXPLORER_URL>/tx/<hash>`. Without it, they link to the usual one of a well-known chain, and show the hash alone on another chain",
    ),
  RATE_LIMIT: z
    .string()
    .transform((text) => (text === "off" ? text : callsAMinute.safeParse(text).data))
    .refine((limit) => limit !== undefined, "must be a whole number from 1 to 1000000, or off")
    .default(6_000)
    .describe("Calls per minute for each API key. `off` disables all rate limits, for load tests"),
  RATE_LIMIT_FAILED_KEYS: callsAMinute
    .default(60)
    .describe("Requests per minute without a valid API key, for each IPv4 address or IPv6 /64"),
  RATE_LIMIT_CHECKOUT: callsAMinute
    .default(600)
    .describe("Calls per minute from checkout pages, for each IPv4 address or IPv6 /64"),
  CHECKOUT_FAILURE_GAS: z
    .string()
    .regex(/^\d{1,18}$/, "must be a whole number of gas")
    .transform(BigInt)
    .default(3_000_000n)
    .describe(
      "Gas that reverted checkout payments may use, per service and hour. Above it, the service's payments are taken one at a time",
    ),
  X402_LEAST_AMOUNT: z
    .string()
    .refine(isAmount, "must be an amount of USDC, such as 0.001")
    .transform(toAmount)
    .default(toAmount("0.001"))
    .describe("The least that a payment with x402 may be, in USDC: each costs gas"),
  X402_SETTLE_WAIT_MS: wholeNumber(0, 80_000)
    .default(20_000)
    .describe(
      "How long `POST /x402/settle` waits for the chain. Then it answers that the payment is pending. Sellers' servers wait 90 s",
    ),
  X402_WALLET_PAYMENTS: wholeNumber(1, 100)
    .default(50)
    .describe("How many payments of a wallet can be under way at once, with x402"),
  WEBHOOK_SECRETS_KEY: secretsKeys.describe(
    "Key that encrypts webhook secrets in the database, and from which the key that signs usage roots is derived: 64 hex digits (`openssl rand -hex 32`). Of several, separated by commas, the first encrypts and signs, and all decrypt",
  ),
  WEBHOOK_ALLOW_PRIVATE: z
    .enum(["0", "1"], { error: "must be 0 or 1" })
    .default("0")
    .describe(
      "`1`: webhooks may go to http addresses and private networks. Refused with `NODE_ENV=production`",
    ),
  SMTP_URL: url(/^smtps?$/, "smtps://user:password@mail.example.com:465")
    .optional()
    .describe(
      "Mail server, such as `smtps://user:password@mail.example.com:465`. `smtp://` uses STARTTLS if the server offers it, and requires it with a password. Without it, the service sends no e-mails",
    ),
  EMAIL_FROM: emailAddress.optional().describe("Sender's address. Required with `SMTP_URL`"),
  EMAIL_DAILY_LIMIT: wholeNumber(1, 100_000)
    .default(50)
    .describe("How many e-mails one address gets within 24 hours. Further ones are not sent"),
  EMAIL_SELLER_DAILY_LIMIT: wholeNumber(1, 1_000_000)
    .default(5_000)
    .describe(
      "How many e-mails one seller sends within 24 hours. Further ones are sent as soon as there is room, and fail after three days",
    ),
  SHUTDOWN_NOTICE_MS: wholeNumber(0, 600_000)
    .default(5_000)
    .describe(
      "How long the service accepts requests after SIGTERM, so that load balancers see on `/ready` that it stops. 0 in `pnpm dev`",
    ),
  USAGE_QUEUE: wholeNumber(1, 1_000_000)
    .default(10_000)
    .describe(
      "Usage events that may wait for the database, about 1 KiB each. Further ones get 503",
    ),
  TRUST_PROXY: wholeNumber(0, 100)
    .default(0)
    .describe(
      "Number of proxies in front of the service that append to `X-Forwarded-For`, from which the caller's address is read. If the number is too high, callers can forge their address",
    ),
  REQUEST_TIMEOUT_MS: wholeNumber(1_000, 600_000)
    .default(60_000)
    .describe(
      "How long a request may take to arrive, in milliseconds; its head may take a third of that. A connection is closed when the caller sends or reads no byte for half of that time. Lines (`application/x-ndjson`) may take longer while they keep arriving",
    ),
  KEEP_ALIVE_MS: wholeNumber(1_000, 3_600_000)
    .default(65_000)
    .describe(
      "How long an idle connection is kept open, in milliseconds. It must be longer than the idle timeout of a load balancer in front (nginx and AWS 60 s, Google 600 s), otherwise requests can be lost",
    ),
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000)
    .default(10_000)
    .describe(
      "Maximum number of open connections. Above it, connections without a request are closed, the longest idle first. Allow the process twice as many open files (`ulimit -n`)",
    ),
  BODY_MEMORY_KIB: kib
    .default(262_144)
    .describe(
      "Memory for incomplete request bodies of callers with an API key, in KiB. Beyond it, further bodies are refused with 503",
    ),
  BODY_MEMORY_PER_ADDRESS_KIB: kib
    .default(65_536)
    .describe(
      "The same for each IPv4 address or IPv6 /64. Beyond it, further bodies are refused with 429",
    ),
  PUBLIC_BODY_MEMORY_KIB: kib
    .default(16_384)
    .describe(
      "Memory for incomplete request bodies of the checkout page, which needs no API key, in KiB; at most 16 KiB each",
    ),
  PUBLIC_BODY_MEMORY_PER_ADDRESS_KIB: kib
    .default(1_024)
    .describe("The same for each IPv4 address or IPv6 /64"),
  CORS_ORIGINS: origins
    .optional()
    .describe(
      "Origins whose pages may call the API from a browser, such as `https://app.example.com`, separated by commas; `*` for all",
    ),
  METRICS_PORT: wholeNumber(0, 65_535)
    .optional()
    .describe("Port of `/metrics`. Without it, there are no metrics"),
  METRICS_HOST: z
    .string()
    .min(1)
    .default("127.0.0.1")
    .describe(
      "Address to listen on for metrics. They need no API key, so use an address that callers cannot reach",
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?$/, "http://localhost:4318")
    .transform(withoutSlashes)
    .optional()
    .describe("URL of an OpenTelemetry collector for traces. Without it, there are none"),
  OTEL_EXPORTER_OTLP_HEADERS: keyPairs.describe(
    "Headers that are sent with traces: `name=value`, separated by commas",
  ),
  OTEL_SERVICE_NAME: z.string().default("usance").describe("Name of the service in traces"),
  OTEL_RESOURCE_ATTRIBUTES: keyPairs.describe(
    "Further attributes of the service in traces, such as `deployment.environment.name=production`",
  ),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d{1,9})?|1(\.0*)?)$/, "must be a number from 0 to 1, like 0.05")
    .transform(Number)
    .default(1)
    .describe(
      "Share of traces that are kept, from 0 to 1. A caller that sends a `traceparent` decides for its own requests",
    ),
  LOG_LEVEL: z
    .enum(logLevels, { error: `must be one of: ${logLevels.join(", ")}` })
    .default("info")
    .describe(`Log level: ${logLevels.map((level) => `\`${level}\``).join(", ")}`),
};
