import { z } from "zod";
import type { Hex } from "../lib/evm-fields.ts";
import { isPublicKey, isWeakHex, isWeakText } from "../lib/weak-keys.ts";

const hex = (digits: number, what: string) =>
  z
    .string()
    .regex(new RegExp(`^0x[0-9a-fA-F]{${digits}}$`), `must be ${what}: 0x and ${digits} hex digits`)
    .transform((value) => value as Hex);

const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must be an address like ${example}` });

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    });

const callsAMinute = wholeNumber(1, 1_000_000);

const kib = wholeNumber(64, 1_073_741_824);

const isOrigin = (text: string) =>
  /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;

/** @returns the origins, or "*" for every one */
const origins = z
  .string()
  .transform((text) => (text === "*" ? text : text.split(",").map((one) => one.trim())))
  .refine((given) => given === "*" || given.every(isOrigin), {
    error: "must be origins like https://app.example.com, with commas between them, or *",
  });

/** Of secp256k1: a private key is less, and not zero. */
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

export const privateKey = hex(64, "a private key").refine(
  (key) => BigInt(key) > 0n && BigInt(key) < curveOrder,
  "must be a valid private key",
);

/** With commas between them. @returns them in the order given */
const oneOrMore = z.string().transform((text): [string, ...string[]] => {
  const [first = "", ...others] = text.split(/ *, */);
  return [first, ...others];
});

const privateKeys = oneOrMore
  .pipe(z.tuple([privateKey], privateKey))
  .refine(
    (keys) => new Set(keys.map((key) => key.toLowerCase())).size === keys.length,
    "must not hold a key twice",
  );

const address = hex(40, "addresses with commas between them");
const addresses = oneOrMore
  .pipe(z.tuple([address], address))
  .refine(
    (given) => new Set(given.map((one) => one.toLowerCase())).size === given.length,
    "must not hold an address twice",
  );

const secretsKeys = oneOrMore.refine((keys) => keys.every((key) => /^[0-9a-fA-F]{64}$/.test(key)), {
  error: "must be 64 hex digits, or several such with commas between them",
});

/** As OpenTelemetry writes them; decoded where they are used. */
const keyPairs = z
  .string()
  .regex(/^[^=,]+=[^,]*(,[^=,]+=[^,]*)*$/, "must be name=value, with commas between several")
  .default("");

const executors = ["direct", "provider"] as const;
const oneOfExecutors = { error: `must be one of: ${executors.join(", ")}` };

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/**
 * Every environment variable of the service, in the order of the documentation's table, which is
 * made from here. Where there is no default, `pnpm start` does not start without it, unless it is of
 * the other executor; `pnpm dev` brings its own.
 */
export const variables = {
  PORT: wholeNumber(0, 65_535).default(3000).describe("Port to listen on"),
  HOST: z.string().min(1).default("127.0.0.1").describe("Address to listen on; `0.0.0.0` for all"),
  DATABASE_URL: url(/^postgres(ql)?$/, "postgres://user:password@host:5432/usance").describe(
    "PostgreSQL 15 or later. `pnpm dev` starts one of its own when it is not set",
  ),
  DATA_DIR: z
    .string()
    .min(1)
    .default(".data")
    .describe(
      "Where `pnpm dev` keeps its database, chain and keys, and where commands beside it find them",
    ),
  BOOTSTRAP_API_KEY: z
    .string()
    .min(32, "must have 32 characters or more")
    .regex(/^\S*$/, "must hold no blanks")
    .optional()
    .describe(
      "An API key that is accepted beside those in the database; 32 characters or more, drawn at random (`openssl rand -hex 32`)",
    ),
  SETTLEMENT_RPC_URL: url(/^https?$/, "https://rpc.example.com").describe(
    "JSON-RPC address of the settlement chain. `pnpm dev` starts a local chain when it is not set",
  ),
  SETTLEMENT_CHAIN_ID: wholeNumber(1, 2 ** 48).describe("EIP-155 id of the settlement chain"),
  SETTLEMENT_CONTRACT_ADDRESS: hex(40, "an address").describe(
    "The SettlementRegistry contract on that chain",
  ),
  SETTLEMENT_EXECUTOR: z
    .enum(executors, oneOfExecutors)
    .default("direct")
    .describe(
      "Who sends settlements: `direct`, this service with a key of its own, or `provider`, a Circle developer-controlled wallet",
    ),
  SETTLEMENT_SIGNER_KEY: privateKeys.describe(
    "For `direct` alone: private key that holds the contract's SETTLER role and pays the gas, or several with commas between them",
  ),
  SETTLEMENT_PROVIDER_URL: url(/^https?$/, "https://api.circle.com")
    .transform((value) => value.replace(/\/+$/, ""))
    .default("https://api.circle.com")
    .describe("For `provider` alone: where Circle's Web3 Services API is"),
  SETTLEMENT_PROVIDER_API_KEY: z
    .string()
    .regex(/^[!-~]+$/, "must be printable ASCII without blanks")
    .describe("For `provider` alone: Circle's API key"),
  SETTLEMENT_PROVIDER_ENTITY_SECRET: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, "must be 64 hex digits")
    .describe("For `provider` alone: the entity secret that is registered with Circle"),
  SETTLEMENT_PROVIDER_WALLET_ID: z
    .uuid("must be a UUID")
    .describe(
      "For `provider` alone: Circle's id of the wallet that holds the contract's SETTLER role and pays the gas",
    ),
  SETTLEMENT_TOKEN_ADDRESS: hex(40, "an address")
    .default(`0x${"0".repeat(40)}`)
    .describe("The USDC contract that records name; the zero address names none"),
  SETTLEMENT_COLLECTOR_ADDRESS: hex(40, "an address")
    .optional()
    .describe(
      "The SettlementCollector contract, by which the checkout page takes payments in the token; without it the page takes none",
    ),
  SETTLEMENT_PREVIOUS_COLLECTORS: addresses
    .optional()
    .transform((given): readonly Hex[] => given ?? [])
    .describe(
      "The SettlementCollector contracts before that one, with commas between them: spending caps that payers signed for them are collected by them, and recorded in their registries",
    ),
  SETTLEMENT_MAX_GAS: wholeNumber(100_000, 16_000_000)
    .default(500_000)
    .describe(
      "The most gas that one settlement may use. A payer's contract runs inside it, so this is also the most that a hostile payer can burn with one payment. The first payment of a smart wallet deploys it, which makes some 304,000 gas with USDC if it is a minimal proxy. Chains that charge for calldata in gas, like Arbitrum, need more",
    ),
  SETTLEMENT_STUCK_MS: wholeNumber(1_000, 86_400_000)
    .default(600_000)
    .describe(
      "How long a signer's next transaction may wait for a block, in milliseconds, before its nonce is freed by a transaction that cancels it",
    ),
  SETTLEMENT_TIMEOUT_MS: wholeNumber(1, 600_000)
    .default(60_000)
    .describe("How long a settlement call waits for the chain, in milliseconds"),
  SETTLEMENT_CONFIRMATIONS: wholeNumber(1, 1_000)
    .default(1)
    .describe("Blocks that must stand on a settlement, its own included, before it is confirmed"),
  SETTLEMENT_FINALITY: wholeNumber(1, 1_000)
    .default(64)
    .describe(
      "The same, after which no reorganisation is thought of any more: until then a confirmed settlement is watched, and the invoice of a reverted one is held",
    ),
  CHECKOUT_URL: url(/^https?$/, "https://pay.example.com/checkout")
    .transform((value) => value.replace(/\/+$/, ""))
    .describe("Where subscribers are sent: `<CHECKOUT_URL>/<checkout session id>`"),
  RATE_LIMIT: z
    .string()
    .transform((text) => (text === "off" ? text : callsAMinute.safeParse(text).data))
    .refine((limit) => limit !== undefined, "must be a whole number from 1 to 1000000, or off")
    .default(6_000)
    .describe("Calls a minute for each API key; `off` limits nothing at all, for load tests"),
  RATE_LIMIT_FAILED_KEYS: callsAMinute
    .default(60)
    .describe("Requests a minute without a valid API key from one address, or one IPv6 /64"),
  RATE_LIMIT_CHECKOUT: callsAMinute
    .default(600)
    .describe("Calls a minute of checkout pages from one address, or one IPv6 /64"),
  CHECKOUT_FAILURE_GAS: z
    .string()
    .regex(/^\d{1,18}$/, "must be a whole number of gas")
    .transform(BigInt)
    .default(3_000_000n)
    .describe(
      "Gas that payments at checkout which revert may use, a service and hour. Past it the service's payments are taken one at a time",
    ),
  WEBHOOK_SECRETS_KEY: secretsKeys.describe(
    "64 hex digits (`openssl rand -hex 32`), with which the secrets of webhook endpoints are sealed in the database. Several with commas between them: the first seals, each of them opens",
  ),
  WEBHOOK_ALLOW_PRIVATE: z
    .enum(["0", "1"], { error: "must be 0 or 1" })
    .default("0")
    .describe(
      "`1`: webhooks may go to http addresses and to this machine and its networks. For development alone: refused with `NODE_ENV=production`",
    ),
  SHUTDOWN_NOTICE_MS: wholeNumber(0, 600_000)
    .default(5_000)
    .describe(
      "How long it still takes requests once it is told to stop, in milliseconds: as long as load balancers need to see by `/ready` that it does. In `pnpm dev` 0",
    ),
  USAGE_QUEUE: wholeNumber(1, 1_000_000)
    .default(10_000)
    .describe(
      "Usage events that may wait in memory for the database, about 1 KiB each; more are refused with 503",
    ),
  TRUST_PROXY: wholeNumber(0, 100)
    .default(0)
    .describe(
      "Proxies in front that add to `X-Forwarded-For`, from which the caller's address is read. With a number too high, callers can make one up",
    ),
  REQUEST_TIMEOUT_MS: wholeNumber(1_000, 600_000)
    .default(60_000)
    .describe(
      "How long a request may take to arrive, in milliseconds, a third of it for its head. A connection on which half of it passes without a byte that the caller was to send or to read is ended; lines (`application/x-ndjson`) may take longer while they flow",
    ),
  KEEP_ALIVE_MS: wholeNumber(1_000, 3_600_000)
    .default(65_000)
    .describe(
      "How long a connection is kept for a next request, in milliseconds: longer than a load balancer in front keeps it, or requests are lost that it sends just then (nginx and AWS 60 s, Google 600 s)",
    ),
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000)
    .default(10_000)
    .describe(
      "Connections that callers may have open; above, those without a request are ended, the idlest first. Let the process open twice as many files (`ulimit -n`)",
    ),
  BODY_MEMORY_KIB: kib
    .default(262_144)
    .describe(
      "Memory for request bodies of callers with an API key that have not arrived completely, in KiB; beyond it, more are refused with 503",
    ),
  BODY_MEMORY_PER_ADDRESS_KIB: kib
    .default(65_536)
    .describe("The same for one address, or one IPv6 /64; beyond it, more are refused with 429"),
  PUBLIC_BODY_MEMORY_KIB: kib
    .default(16_384)
    .describe(
      "The same for bodies that need no API key, those of the checkout page, in KiB; at most 16 KiB each",
    ),
  PUBLIC_BODY_MEMORY_PER_ADDRESS_KIB: kib
    .default(1_024)
    .describe("The same for one address, or one IPv6 /64"),
  CORS_ORIGINS: origins
    .optional()
    .describe(
      "Origins whose pages may call from a browser, like `https://app.example.com`, with commas between them; `*` for all",
    ),
  METRICS_PORT: wholeNumber(0, 65_535)
    .optional()
    .describe("Port on which `/metrics` is shown to Prometheus; without it there are none"),
  METRICS_HOST: z
    .string()
    .min(1)
    .default("127.0.0.1")
    .describe("Address to listen on for that; metrics take no key, so none that callers reach"),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?$/, "http://localhost:4318")
    .transform((value) => value.replace(/\/+$/, ""))
    .optional()
    .describe(
      "OpenTelemetry collector that traces are sent to, as JSON over HTTP; without it there are none",
    ),
  OTEL_EXPORTER_OTLP_HEADERS: keyPairs.describe(
    "Headers that they are sent with: `name=value`, with commas between them",
  ),
  OTEL_SERVICE_NAME: z.string().default("usance").describe("What the service is called in them"),
  OTEL_RESOURCE_ATTRIBUTES: keyPairs.describe(
    "What else they say of it, like `deployment.environment.name=production`",
  ),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d{1,9})?|1(\.0*)?)$/, "must be a number from 0 to 1, like 0.05")
    .transform(Number)
    .default(1)
    .describe(
      "The share of traces begun here that are kept; a caller who sends a `traceparent` decides for theirs",
    ),
  LOG_LEVEL: z
    .enum(logLevels, { error: `must be one of: ${logLevels.join(", ")}` })
    .default("info")
    .describe(`How much is logged: ${logLevels.map((level) => `\`${level}\``).join(", ")}`),
};

const all = z.object(variables);
/** Each executor with its own variables: those of the other are not even read. */
const configs = {
  direct: all
    .extend({ SETTLEMENT_EXECUTOR: z.literal("direct", oneOfExecutors).default("direct") })
    .omit({
      SETTLEMENT_PROVIDER_URL: true,
      SETTLEMENT_PROVIDER_API_KEY: true,
      SETTLEMENT_PROVIDER_ENTITY_SECRET: true,
      SETTLEMENT_PROVIDER_WALLET_ID: true,
    }),
  provider: all
    .extend({ SETTLEMENT_EXECUTOR: z.literal("provider") })
    .omit({ SETTLEMENT_SIGNER_KEY: true }),
};
export type Config = z.output<(typeof configs)[keyof typeof configs]>;

/** What is wrong with the environment: one line for each variable, never its value. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Reads the environment once. An empty variable counts as one that is not set.
 *
 * @throws ConfigError with a line for each variable that is missing or bad
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.keys(variables).map((name) => [name, environment[name] || undefined]),
  );
  const executor = given.SETTLEMENT_EXECUTOR === "provider" ? "provider" : "direct";
  const read = configs[executor].safeParse(given);
  const lines = new Map<string, string>();
  if (environment.NODE_ENV === "production" && given.WEBHOOK_ALLOW_PRIVATE === "1") {
    lines.set(
      "WEBHOOK_ALLOW_PRIVATE",
      "WEBHOOK_ALLOW_PRIVATE must not be 1 with NODE_ENV=production.",
    );
  }
  const collecting = ["SETTLEMENT_COLLECTOR_ADDRESS", "SETTLEMENT_PREVIOUS_COLLECTORS"] as const;
  const collects = collecting.find((name) => given[name]);
  if (collects !== undefined && !given.SETTLEMENT_TOKEN_ADDRESS) {
    const why = `is not set, and ${collects} takes payments in it`;
    lines.set("SETTLEMENT_TOKEN_ADDRESS", `SETTLEMENT_TOKEN_ADDRESS ${why}.`);
  }
  if (environment.NODE_ENV === "production" && read.success) {
    for (const [name, how] of weakKeysOf(read.data)) {
      lines.set(name, `${name} is too easy to guess with NODE_ENV=production: make one by ${how}.`);
    }
  }
  const today = read.data?.SETTLEMENT_COLLECTOR_ADDRESS?.toLowerCase();
  if (read.data?.SETTLEMENT_PREVIOUS_COLLECTORS.some((one) => one.toLowerCase() === today)) {
    const why = "must not hold SETTLEMENT_COLLECTOR_ADDRESS, which is today's";
    lines.set("SETTLEMENT_PREVIOUS_COLLECTORS", `SETTLEMENT_PREVIOUS_COLLECTORS ${why}.`);
  }
  if (lines.size === 0 && read.success) return read.data;
  for (const { path, message } of read.error?.issues ?? []) {
    const name = String(path[0]);
    if (!lines.has(name)) {
      lines.set(name, `${name} ${given[name] === undefined ? "is not set" : message}.`);
    }
  }
  throw new ConfigError([...lines.values()].join("\n"));
}

/**
 * Which keys were not drawn at random. Of several keys that seal only the first counts: behind it an old one may stay, to open
 * what it has sealed.
 *
 * @returns each variable's name, with a command that makes a good key
 */
function weakKeysOf(config: Config): (readonly [name: string, how: string])[] {
  const weak: (readonly [string, string])[] = [];
  if (config.BOOTSTRAP_API_KEY !== undefined && isWeakText(config.BOOTSTRAP_API_KEY)) {
    weak.push(["BOOTSTRAP_API_KEY", "`openssl rand -hex 32`"]);
  }
  if (isWeakHex(config.WEBHOOK_SECRETS_KEY[0])) {
    weak.push(["WEBHOOK_SECRETS_KEY", "`openssl rand -hex 32`"]);
  }
  if (config.SETTLEMENT_EXECUTOR === "provider") {
    if (isWeakHex(config.SETTLEMENT_PROVIDER_ENTITY_SECRET)) {
      weak.push(["SETTLEMENT_PROVIDER_ENTITY_SECRET", "`openssl rand -hex 32`"]);
    }
    return weak;
  }
  const { SETTLEMENT_SIGNER_KEY: keys, SETTLEMENT_CHAIN_ID: chainId } = config;
  if (keys.some((key) => isWeakHex(key) || isPublicKey(key, chainId))) {
    weak.push(["SETTLEMENT_SIGNER_KEY", "`echo 0x$(openssl rand -hex 32)`"]);
  }
  return weak;
}
