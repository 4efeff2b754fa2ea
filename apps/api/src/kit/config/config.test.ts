import { randomBytes } from "node:crypto";
import { publicDevAccount } from "@usance/local-stack";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { toAmount } from "../money.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { variables } from "./variables.ts";

/** Every variable that has no default, and nothing more. */
const least = {
  DATABASE_URL: "postgres://user:password@host:5432/usance",
  SETTLEMENT_RPC_URL: "https://rpc.example.com",
  SETTLEMENT_CHAIN_ID: "8453",
  SETTLEMENT_CONTRACT_ADDRESS: `0x${"Ab".repeat(20)}`,
  SETTLEMENT_SIGNER_KEY: `0x${"1c".repeat(32)}`,
  CHECKOUT_URL: "https://pay.example.com/checkout",
  WEBHOOK_SECRETS_KEY: "5e".repeat(32),
};

/** The same for the executor `provider`. */
const { SETTLEMENT_SIGNER_KEY: aKey, ...leastOfBoth } = least;
const otherKey = `0x${"2d".repeat(32)}`;
const leastOfProvider = {
  ...leastOfBoth,
  SETTLEMENT_EXECUTOR: "provider",
  SETTLEMENT_PROVIDER_API_KEY: "TEST_API_KEY:id:hunter2",
  SETTLEMENT_PROVIDER_ENTITY_SECRET: "ab".repeat(32),
  SETTLEMENT_PROVIDER_WALLET_ID: "c4d1da72-111e-4d52-bdbf-2e74a2d803d5",
};

const drawn = () => randomBytes(32).toString("hex");

/** Nothing that production refuses. */
const strong = {
  ...least,
  NODE_ENV: "production",
  SETTLEMENT_SIGNER_KEY: `0x${drawn()}`,
  WEBHOOK_SECRETS_KEY: drawn(),
};

function complaint(environment: Record<string, string | undefined>): string {
  try {
    readConfig(environment);
    return "";
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message;
  }
}

function readDirect(
  more: Record<string, string>,
): Extract<Config, { SETTLEMENT_EXECUTOR: "direct" }> {
  const config = readConfig({ ...least, ...more });
  if (config.SETTLEMENT_EXECUTOR !== "direct") throw new Error("It is the default.");
  return config;
}

test("unset variables have their defaults", () => {
  expect(readConfig(least)).toEqual({
    ...least,
    PORT: 3000,
    HOST: "127.0.0.1",
    SYNCHRONOUS_STANDBYS: 0,
    DATA_DIR: ".data",
    BOOTSTRAP_API_KEY: undefined,
    SETTLEMENT_CHAIN_ID: 8453,
    SETTLEMENT_EXECUTOR: "direct",
    SETTLEMENT_SIGNER_KEY: [aKey],
    SETTLEMENT_TOKEN_ADDRESS: "0x0000000000000000000000000000000000000000",
    SETTLEMENT_COLLECTOR_ADDRESS: undefined,
    SETTLEMENT_MAX_GAS: 500_000,
    SETTLEMENT_STUCK_MS: 600_000,
    SETTLEMENT_TIMEOUT_MS: 60_000,
    SETTLEMENT_CONFIRMATIONS: 1,
    SETTLEMENT_FINALITY: 64,
    SHUTDOWN_NOTICE_MS: 5_000,
    RATE_LIMIT: 6_000,
    RATE_LIMIT_FAILED_KEYS: 60,
    RATE_LIMIT_CHECKOUT: 600,
    CHECKOUT_FAILURE_GAS: 3_000_000n,
    X402_LEAST_AMOUNT: toAmount("0.001"),
    X402_SETTLE_WAIT_MS: 20_000,
    X402_WALLET_PAYMENTS: 50,
    WEBHOOK_SECRETS_KEY: ["5e".repeat(32)],
    WEBHOOK_ALLOW_PRIVATE: "0",
    SMTP_URL: undefined,
    EMAIL_FROM: undefined,
    EMAIL_DAILY_LIMIT: 50,
    EMAIL_SELLER_DAILY_LIMIT: 5_000,
    USAGE_QUEUE: 10_000,
    TRUST_PROXY: 0,
    REQUEST_TIMEOUT_MS: 60_000,
    KEEP_ALIVE_MS: 65_000,
    MAX_CONNECTIONS: 10_000,
    BODY_MEMORY_KIB: 262_144,
    BODY_MEMORY_PER_ADDRESS_KIB: 65_536,
    PUBLIC_BODY_MEMORY_KIB: 16_384,
    PUBLIC_BODY_MEMORY_PER_ADDRESS_KIB: 1_024,
    CORS_ORIGINS: undefined,
    METRICS_PORT: undefined,
    METRICS_HOST: "127.0.0.1",
    OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
    OTEL_EXPORTER_OTLP_HEADERS: "",
    OTEL_SERVICE_NAME: "usance",
    OTEL_RESOURCE_ATTRIBUTES: "",
    OTEL_TRACES_SAMPLER_ARG: 1,
    LOG_LEVEL: "info",
  });
});

test("set variables are read", () => {
  const given = {
    ...least,
    PORT: "0",
    HOST: "0.0.0.0",
    SYNCHRONOUS_STANDBYS: "2",
    DATA_DIR: "/var/lib/usance",
    SETTLEMENT_EXECUTOR: "direct",
    BOOTSTRAP_API_KEY: "k".repeat(32),
    SETTLEMENT_TOKEN_ADDRESS: `0x${"f".repeat(40)}`,
    SETTLEMENT_COLLECTOR_ADDRESS: `0x${"c".repeat(40)}`,
    SETTLEMENT_MAX_GAS: "1000000",
    SETTLEMENT_STUCK_MS: "30000",
    SETTLEMENT_TIMEOUT_MS: "600000",
    SETTLEMENT_CONFIRMATIONS: "12",
    SETTLEMENT_FINALITY: "100",
    RATE_LIMIT: "100",
    RATE_LIMIT_FAILED_KEYS: "5",
    RATE_LIMIT_CHECKOUT: "50",
    CHECKOUT_FAILURE_GAS: "500000",
    X402_LEAST_AMOUNT: "0.0005",
    X402_SETTLE_WAIT_MS: "5000",
    X402_WALLET_PAYMENTS: "10",
    WEBHOOK_SECRETS_KEY: `${"5e".repeat(32)}, ${"0A".repeat(32)}`,
    WEBHOOK_ALLOW_PRIVATE: "1",
    SMTP_URL: "smtps://usance:hunter2@mail.example.com:465",
    EMAIL_FROM: "billing@example.com",
    EMAIL_DAILY_LIMIT: "20",
    EMAIL_SELLER_DAILY_LIMIT: "300",
    SHUTDOWN_NOTICE_MS: "0",
    USAGE_QUEUE: "500",
    TRUST_PROXY: "2",
    REQUEST_TIMEOUT_MS: "120000",
    KEEP_ALIVE_MS: "620000",
    MAX_CONNECTIONS: "50000",
    BODY_MEMORY_KIB: "65536",
    BODY_MEMORY_PER_ADDRESS_KIB: "4096",
    PUBLIC_BODY_MEMORY_KIB: "4096",
    PUBLIC_BODY_MEMORY_PER_ADDRESS_KIB: "512",
    CORS_ORIGINS: "https://app.example.com, http://localhost:5173",
    METRICS_PORT: "9464",
    METRICS_HOST: "10.0.0.5",
    OTEL_EXPORTER_OTLP_ENDPOINT: "https://otel.example.com",
    OTEL_EXPORTER_OTLP_HEADERS: "x-token=hunter2,x-tenant=a%20b",
    OTEL_SERVICE_NAME: "billing",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=production",
    OTEL_TRACES_SAMPLER_ARG: "0.05",
    LOG_LEVEL: "silent",
  };
  expect(readConfig(given)).toEqual({
    ...given,
    SYNCHRONOUS_STANDBYS: 2,
    PORT: 0,
    SETTLEMENT_CHAIN_ID: 8453,
    SETTLEMENT_SIGNER_KEY: [aKey],
    SETTLEMENT_MAX_GAS: 1_000_000,
    SETTLEMENT_STUCK_MS: 30_000,
    SETTLEMENT_TIMEOUT_MS: 600_000,
    SETTLEMENT_CONFIRMATIONS: 12,
    SETTLEMENT_FINALITY: 100,
    RATE_LIMIT: 100,
    RATE_LIMIT_FAILED_KEYS: 5,
    RATE_LIMIT_CHECKOUT: 50,
    CHECKOUT_FAILURE_GAS: 500_000n,
    X402_LEAST_AMOUNT: toAmount("0.0005"),
    X402_SETTLE_WAIT_MS: 5_000,
    X402_WALLET_PAYMENTS: 10,
    WEBHOOK_SECRETS_KEY: ["5e".repeat(32), "0A".repeat(32)],
    EMAIL_DAILY_LIMIT: 20,
    EMAIL_SELLER_DAILY_LIMIT: 300,
    SHUTDOWN_NOTICE_MS: 0,
    USAGE_QUEUE: 500,
    TRUST_PROXY: 2,
    REQUEST_TIMEOUT_MS: 120_000,
    KEEP_ALIVE_MS: 620_000,
    MAX_CONNECTIONS: 50_000,
    BODY_MEMORY_KIB: 65_536,
    BODY_MEMORY_PER_ADDRESS_KIB: 4_096,
    PUBLIC_BODY_MEMORY_KIB: 4_096,
    PUBLIC_BODY_MEMORY_PER_ADDRESS_KIB: 512,
    CORS_ORIGINS: ["https://app.example.com", "http://localhost:5173"],
    METRICS_PORT: 9464,
    OTEL_TRACES_SAMPLER_ARG: 0.05,
  });
});

test("an empty variable counts as unset", () => {
  const emptied = Object.fromEntries(Object.keys(variables).map((name) => [name, ""]));
  expect(readConfig({ ...emptied, ...least })).toEqual(readConfig(least));
  expect(complaint(emptied)).toBe(complaint({}));
});

test("unknown variables are ignored", () => {
  expect(readConfig({ ...least, PATH: "/bin" })).toEqual(readConfig(least));
});

test("trailing slashes of CHECKOUT_URL are removed", () => {
  const { CHECKOUT_URL } = readConfig({ ...least, CHECKOUT_URL: "http://localhost:3000/pay//" });
  expect(CHECKOUT_URL).toBe("http://localhost:3000/pay");
});

test("SETTLEMENT_SIGNER_KEY holds several keys, in order", () => {
  const keys = ["2", "1", "e"].map((digit) => `0x${digit.repeat(64)}`);
  const { SETTLEMENT_SIGNER_KEY } = readDirect({ SETTLEMENT_SIGNER_KEY: keys.join(", ") });
  expect(SETTLEMENT_SIGNER_KEY).toEqual(keys);
});

describe("with the executor provider", () => {
  test("unset variables have their defaults, and there is no signer key", () => {
    const { SETTLEMENT_EXECUTOR: _, SETTLEMENT_SIGNER_KEY: __, ...both } = readDirect({});
    expect(readConfig(leastOfProvider)).toEqual({
      ...both,
      ...leastOfProvider,
      SETTLEMENT_CHAIN_ID: 8453,
      SETTLEMENT_PROVIDER_URL: "https://api.circle.com",
      WEBHOOK_SECRETS_KEY: both.WEBHOOK_SECRETS_KEY,
    });
  });

  test("trailing slashes of SETTLEMENT_PROVIDER_URL are removed", () => {
    const SETTLEMENT_PROVIDER_URL = "http://127.0.0.1:4000//";
    expect(readConfig({ ...leastOfProvider, SETTLEMENT_PROVIDER_URL })).toMatchObject({
      SETTLEMENT_PROVIDER_URL: "http://127.0.0.1:4000",
    });
  });
});

test("the variables of the other executor are ignored", () => {
  expect(readDirect({ SETTLEMENT_PROVIDER_WALLET_ID: "?" })).toEqual(readConfig(least));
  expect(readConfig({ ...leastOfProvider, SETTLEMENT_SIGNER_KEY: "?" })).toEqual(
    readConfig(leastOfProvider),
  );
});

test("SETTLEMENT_COLLECTOR_ADDRESS requires SETTLEMENT_TOKEN_ADDRESS", () => {
  const SETTLEMENT_COLLECTOR_ADDRESS = `0x${"c".repeat(40)}`;
  expect(complaint({ ...least, SETTLEMENT_COLLECTOR_ADDRESS })).toBe(
    "SETTLEMENT_TOKEN_ADDRESS is not set, and SETTLEMENT_COLLECTOR_ADDRESS takes payments in it.",
  );
});

test("SMTP_URL requires EMAIL_FROM", () => {
  expect(complaint({ ...least, SMTP_URL: "smtp://mail.example.com" })).toBe(
    "EMAIL_FROM is not set, and SMTP_URL requires it.",
  );
});

test("limits can be off, and all origins allowed", () => {
  const given = { RATE_LIMIT: "off", CORS_ORIGINS: "*" };
  expect(readConfig({ ...least, ...given })).toMatchObject(given);
});

test("a URL of Postgres is a valid database URL", () =>
  forRows(
    ["postgres://host/usance", "postgresql://u:p%40ss@[::1]:5432/usance?sslmode=require"],
    (DATABASE_URL) => {
      expect(readConfig({ ...least, DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL);
    },
  ));

describe("configuration errors", () => {
  test("have one line for each required variable that is unset, in the order of the table", () => {
    expect(complaint({}).split("\n")).toEqual([
      "DATABASE_URL is not set.",
      "SETTLEMENT_RPC_URL is not set.",
      "SETTLEMENT_CHAIN_ID is not set.",
      "SETTLEMENT_CONTRACT_ADDRESS is not set.",
      "SETTLEMENT_SIGNER_KEY is not set.",
      "CHECKOUT_URL is not set.",
      "WEBHOOK_SECRETS_KEY is not set.",
    ]);
  });

  test("have one line for each unset variable of the executor", () => {
    expect(complaint({ ...leastOfBoth, SETTLEMENT_EXECUTOR: "provider" }).split("\n")).toEqual([
      "SETTLEMENT_PROVIDER_API_KEY is not set.",
      "SETTLEMENT_PROVIDER_ENTITY_SECRET is not set.",
      "SETTLEMENT_PROVIDER_WALLET_ID is not set.",
    ]);
    expect(complaint(leastOfBoth)).toBe("SETTLEMENT_SIGNER_KEY is not set.");
  });

  const port = "PORT must be a whole number from 0 to 65535.";
  const database =
    "DATABASE_URL must be an address like postgres://user:password@host:5432/usance.";
  const rpc = "SETTLEMENT_RPC_URL must be an address like https://rpc.example.com.";
  const chainId = "SETTLEMENT_CHAIN_ID must be a whole number from 1 to 281474976710656.";
  const contract = "SETTLEMENT_CONTRACT_ADDRESS must be an address: 0x and 40 hex digits.";
  const signer = "SETTLEMENT_SIGNER_KEY must be a private key: 0x and 64 hex digits.";
  const timeout = "SETTLEMENT_TIMEOUT_MS must be a whole number from 1 to 600000.";
  const confirmations = "SETTLEMENT_CONFIRMATIONS must be a whole number from 1 to 1000.";
  const limit = "RATE_LIMIT must be a whole number from 1 to 1000000, or off.";
  const secretsKey =
    "WEBHOOK_SECRETS_KEY must be 64 hex digits, or several of these separated by commas.";
  const smtp = "SMTP_URL must be an address like smtps://user:password@mail.example.com:465.";
  const sender = "EMAIL_FROM must be an address like billing@example.com.";
  const proxies = "TRUST_PROXY must be a whole number from 0 to 100.";
  const origins =
    "CORS_ORIGINS must be origins like https://app.example.com, separated by commas, or *.";

  test("report each in one line that names the variable and its rule", () =>
    forRows(
      [
        ["PORT", "65536", port],
        ["PORT", "-1", port],
        ["PORT", "3e3", port],
        ["PORT", "0x10", port],
        ["PORT", " 3000", port],
        ["PORT", "3000.0", port],
        ["PORT", "9".repeat(400), port],
        ["DATABASE_URL", "mysql://user:hunter2@host/usance", database],
        ["DATABASE_URL", "host=db password=hunter2", database],
        ["BOOTSTRAP_API_KEY", "k".repeat(31), "BOOTSTRAP_API_KEY must have 32 characters or more."],
        ["BOOTSTRAP_API_KEY", `${"k".repeat(32)}\n`, "BOOTSTRAP_API_KEY must not contain blanks."],
        ["BOOTSTRAP_API_KEY", " k ", "BOOTSTRAP_API_KEY must have 32 characters or more."],
        ["SETTLEMENT_RPC_URL", "wss://rpc.example.com/secret", rpc],
        ["SETTLEMENT_RPC_URL", "rpc.example.com", rpc],
        ["SETTLEMENT_CHAIN_ID", "0", chainId],
        ["SETTLEMENT_CHAIN_ID", "281474976710657", chainId],
        ["SETTLEMENT_CHAIN_ID", "base", chainId],
        ["SETTLEMENT_CONTRACT_ADDRESS", `0x${"a".repeat(39)}`, contract],
        ["SETTLEMENT_CONTRACT_ADDRESS", `0X${"a".repeat(40)}`, contract],
        ["SETTLEMENT_SIGNER_KEY", "1c".repeat(32), signer],
        ["SETTLEMENT_SIGNER_KEY", `0x${"1c".repeat(32)}\n`, signer],
        ["SETTLEMENT_SIGNER_KEY", `0x${"1g".repeat(32)}`, signer],
        ["SETTLEMENT_SIGNER_KEY", `${aKey},`, signer],
        ["SETTLEMENT_SIGNER_KEY", `${aKey};${otherKey}`, signer],
        [
          "SETTLEMENT_SIGNER_KEY",
          `${otherKey},0x${"0".repeat(64)}`,
          "SETTLEMENT_SIGNER_KEY must be a valid private key.",
        ],
        [
          "SETTLEMENT_SIGNER_KEY",
          `${aKey},${otherKey},${aKey.replace("c", "C")}`,
          "SETTLEMENT_SIGNER_KEY must not contain a key twice.",
        ],
        [
          "SETTLEMENT_EXECUTOR",
          "Provider",
          "SETTLEMENT_EXECUTOR must be one of: direct, provider.",
        ],
        [
          "SETTLEMENT_TOKEN_ADDRESS",
          "usdc",
          "SETTLEMENT_TOKEN_ADDRESS must be an address: 0x and 40 hex digits.",
        ],
        ["SETTLEMENT_TIMEOUT_MS", "0", timeout],
        ["SETTLEMENT_TIMEOUT_MS", "600001", timeout],
        ["SETTLEMENT_CONFIRMATIONS", "0", confirmations],
        ["SETTLEMENT_CONFIRMATIONS", "1001", confirmations],
        ["SETTLEMENT_FINALITY", "0", "SETTLEMENT_FINALITY must be a whole number from 1 to 1000."],
        [
          "CHECKOUT_URL",
          "/checkout",
          "CHECKOUT_URL must be an address like https://pay.example.com/checkout.",
        ],
        ["RATE_LIMIT", "0", limit],
        ["RATE_LIMIT", "OFF", limit],
        ["RATE_LIMIT", "1000001", limit],
        [
          "RATE_LIMIT_FAILED_KEYS",
          "off",
          "RATE_LIMIT_FAILED_KEYS must be a whole number from 1 to 1000000.",
        ],
        ["WEBHOOK_SECRETS_KEY", "5e".repeat(31), secretsKey],
        ["WEBHOOK_SECRETS_KEY", `${"5e".repeat(32)},hunter2`, secretsKey],
        ["WEBHOOK_ALLOW_PRIVATE", "yes", "WEBHOOK_ALLOW_PRIVATE must be 0 or 1."],
        ["SMTP_URL", "https://mail.example.com", smtp],
        ["SMTP_URL", "mail.example.com:587", smtp],
        ["EMAIL_FROM", "Billing <billing@example.com>", sender],
        ["EMAIL_FROM", "a@example.com, b@example.com", sender],
        ["EMAIL_FROM", "billing@example.com\n", sender],
        ["TRUST_PROXY", "true", proxies],
        ["TRUST_PROXY", "101", proxies],
        ["CORS_ORIGINS", "app.example.com", origins],
        ["CORS_ORIGINS", "https://app.example.com/", origins],
        ["CORS_ORIGINS", "https://App.example.com", origins],
        ["CORS_ORIGINS", "https://*.example.com", origins],
        ["CORS_ORIGINS", "https://app.example.com,", origins],
        ["CORS_ORIGINS", "https://app.example.com,*", origins],
        ["CORS_ORIGINS", "null", origins],
        ["CORS_ORIGINS", "ftp://app.example.com", origins],
        ["METRICS_PORT", "off", "METRICS_PORT must be a whole number from 0 to 65535."],
        [
          "OTEL_EXPORTER_OTLP_ENDPOINT",
          "localhost:4318",
          "OTEL_EXPORTER_OTLP_ENDPOINT must be an address like http://localhost:4318.",
        ],
        [
          "OTEL_EXPORTER_OTLP_HEADERS",
          "hunter2",
          "OTEL_EXPORTER_OTLP_HEADERS must be name=value, separated by commas.",
        ],
        [
          "OTEL_TRACES_SAMPLER_ARG",
          "5%",
          "OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, like 0.05.",
        ],
        [
          "LOG_LEVEL",
          "verbose",
          "LOG_LEVEL must be one of: fatal, error, warn, info, debug, trace, silent.",
        ],
      ],
      (name, value, line) => {
        expect(complaint({ ...least, [name]: value })).toBe(line);
      },
    ));

  test("report those of the provider in one line that names the variable and its rule", () =>
    forRows(
      [
        [
          "SETTLEMENT_PROVIDER_URL",
          "api.circle.com",
          "must be an address like https://api.circle.com",
        ],
        ["SETTLEMENT_PROVIDER_API_KEY", "two words", "must be printable ASCII without blanks"],
        ["SETTLEMENT_PROVIDER_API_KEY", "key\n", "must be printable ASCII without blanks"],
        ["SETTLEMENT_PROVIDER_ENTITY_SECRET", "ab".repeat(31), "must be 64 hex digits"],
        ["SETTLEMENT_PROVIDER_ENTITY_SECRET", `0x${"ab".repeat(32)}`, "must be 64 hex digits"],
        ["SETTLEMENT_PROVIDER_WALLET_ID", "my-wallet", "must be a UUID"],
      ],
      (name, value, rule) => {
        expect(complaint({ ...leastOfProvider, [name]: value })).toBe(`${name} ${rule}.`);
      },
    ));

  test("include weak keys in production", () =>
    forRows(
      [
        ["WEBHOOK_SECRETS_KEY", "0".repeat(64)],
        ["WEBHOOK_SECRETS_KEY", `${"5e".repeat(32)},${drawn()}`],
        ["BOOTSTRAP_API_KEY", "a".repeat(32)],
        ["BOOTSTRAP_API_KEY", "abcd1234".repeat(5)],
        ["SETTLEMENT_SIGNER_KEY", `0x${"1c".repeat(32)}`],
        ["SETTLEMENT_SIGNER_KEY", `0x${drawn()},0x${"0".repeat(63)}1`],
        ["SETTLEMENT_SIGNER_KEY", publicDevAccount.privateKey],
      ],
      (name, value) => {
        const said = complaint({ ...strong, [name]: value });
        expect(said).toMatch(
          new RegExp(
            `^${name} is too easy to guess with NODE_ENV=production: make one by .*openssl`,
          ),
        );
        expect(said.split("\n")).toHaveLength(1);
        expect(said).not.toContain(value);
        expect(complaint({ ...strong, [name]: value, NODE_ENV: "development" })).toBe("");
      },
    ));

  test("include the provider's weak entity secret in production", () => {
    const { SETTLEMENT_SIGNER_KEY: _, ...others } = strong;
    const given = { ...leastOfProvider, ...others };
    expect(complaint(given)).toContain("SETTLEMENT_PROVIDER_ENTITY_SECRET is too easy to guess");
    expect(complaint({ ...given, SETTLEMENT_PROVIDER_ENTITY_SECRET: drawn() })).toBe("");
  });

  test("exclude a weak older key, which must still open old secrets", () => {
    expect(complaint({ ...strong, WEBHOOK_SECRETS_KEY: `${drawn()},${"0".repeat(64)}` })).toBe("");
  });

  test("exclude Anvil's keys on a local chain", () => {
    const given = { ...strong, SETTLEMENT_SIGNER_KEY: publicDevAccount.privateKey };
    expect(complaint({ ...given, SETTLEMENT_CHAIN_ID: "31337" })).toBe("");
  });

  test("include WEBHOOK_ALLOW_PRIVATE=1 in production", () => {
    const given = { ...strong, WEBHOOK_ALLOW_PRIVATE: "1" };
    expect(complaint(given)).toBe("WEBHOOK_ALLOW_PRIVATE must not be 1 with NODE_ENV=production.");
    expect(complaint({ ...given, PORT: "?" }).split("\n")).toHaveLength(2);
    expect(complaint({ ...given, WEBHOOK_ALLOW_PRIVATE: "0" })).toBe("");
  });

  test("are reported all at once", () => {
    expect(complaint({ ...least, LOG_LEVEL: "?", PORT: "?", CHECKOUT_URL: "" })).toBe(
      [
        port,
        "CHECKOUT_URL is not set.",
        "LOG_LEVEL must be one of: fatal, error, warn, info, debug, trace, silent.",
      ].join("\n"),
    );
  });

  test("are reported in one line for each variable, without values", () =>
    forRows(["direct", "provider"], (executor) => {
      const names = Object.keys(variables);
      const values = fc.array(fc.string(), {
        minLength: names.length,
        maxLength: names.length,
      });
      fc.assert(
        fc.property(values, (given) => {
          const secret = (index: number) => `hunter2${given[index]}`;
          const environment = Object.fromEntries(names.map((name, index) => [name, secret(index)]));
          const lines = complaint({ ...environment, SETTLEMENT_EXECUTOR: executor }).split("\n");
          expect(lines.join()).not.toContain("hunter2");
          const named = lines.map((line) => line.split(" ")[0]);
          expect(named).toEqual(names.filter((name) => named.includes(name)));
        }),
      );
    }));
});
