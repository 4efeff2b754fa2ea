import { expect, it } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { readConfig } from "../config/config.ts";
import { scrubber, secretsOf } from "./open-log.ts";

const common = {
  DATABASE_URL: "postgres://usance:p%40ss-word@db.example.com:5432/usance",
  SETTLEMENT_RPC_URL: "https://rpc.example.com/v2/a-key-in-the-path",
  SETTLEMENT_CHAIN_ID: "8453",
  SETTLEMENT_CONTRACT_ADDRESS: `0x${"Ab".repeat(20)}`,
  CHECKOUT_URL: "https://pay.example.com/checkout",
  BOOTSTRAP_API_KEY: "b".repeat(32),
  OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=a,authorization=Basic%20dXNlcjpwYXNz",
  WEBHOOK_SECRETS_KEY: `${"5E".repeat(32)},${"6f".repeat(32)}`,
};
const direct = readConfig({
  ...common,
  SETTLEMENT_SIGNER_KEY: `0x${"1C".repeat(32)},0x${"2d".repeat(32)}`,
});
const provider = readConfig({
  ...common,
  SETTLEMENT_EXECUTOR: "provider",
  SETTLEMENT_PROVIDER_API_KEY: "TEST_API_KEY:id:hunter2",
  SETTLEMENT_PROVIDER_ENTITY_SECRET: "ab".repeat(32),
  SETTLEMENT_PROVIDER_WALLET_ID: "c4d1da72-111e-4d52-bdbf-2e74a2d803d5",
});

it("holds every secret of the configuration", () =>
  forRows(
    [
      ["the bootstrap key", direct, "b".repeat(32)],
      ["the key for webhook secrets", direct, "5E".repeat(32)],
      ["an older key for webhook secrets", direct, "6f".repeat(32)],
      ["a signer's key", direct, `0x${"1C".repeat(32)}`],
      ["a signer's key as viem writes it", direct, "1c".repeat(32)],
      ["a second signer's key", direct, "2d".repeat(32)],
      ["the database's address", direct, common.DATABASE_URL],
      ["the database's password", direct, "p@ss-word"],
      ["the database's password as the address encodes it", direct, "p%40ss-word"],
      ["the chain's address", direct, common.SETTLEMENT_RPC_URL],
      ["the key in the chain's address", direct, "/v2/a-key-in-the-path"],
      ["the collector's login", direct, "dXNlcjpwYXNz"],
      ["the provider's key", provider, "TEST_API_KEY:id:hunter2"],
      ["the entity secret", provider, "ab".repeat(32)],
    ],
    (_, config, secret) => {
      expect(scrubber(secretsOf(config))(`it is ${secret}.`)).not.toContain(secret);
    },
  ));

it("leaves the host of the chain's node", () => {
  const local = readConfig({
    ...common,
    SETTLEMENT_SIGNER_KEY: `0x${"1c".repeat(32)}`,
    SETTLEMENT_RPC_URL: "http://127.0.0.1:8545",
  });
  const text = "http://127.0.0.1:8545 and https://rpc.example.com: ECONNREFUSED";

  expect(scrubber(secretsOf(local))(text)).toBe(text);
  expect(scrubber(secretsOf(direct))(text)).toBe(text);
});

it("leaves public values and short words unchanged", () => {
  const text = `usance on port 5432: ${common.SETTLEMENT_CONTRACT_ADDRESS}, ${common.CHECKOUT_URL}`;

  expect(scrubber(secretsOf(direct))(text)).toBe(text);
});
