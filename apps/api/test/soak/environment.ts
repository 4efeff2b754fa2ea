import { randomBytes } from "node:crypto";
import { localChainId, publicDevAccount } from "@usance/local-stack";
import { testKey as apiKey } from "../harness/service.ts";

export { apiKey };

/** The same key for all processes of a run, so that each can open what another has sealed. */
const secretsKey = randomBytes(32).toString("hex");

/** The environment of every process of a soak. */
export const environmentOn = (on: {
  readonly databaseUrl: string;
  readonly rpcUrl: string;
  readonly contract: string;
}) => ({
  PORT: "0",
  NODE_ENV: "production",
  DATABASE_URL: on.databaseUrl,
  BOOTSTRAP_API_KEY: apiKey,
  SETTLEMENT_RPC_URL: on.rpcUrl,
  SETTLEMENT_CHAIN_ID: String(localChainId),
  SETTLEMENT_CONTRACT_ADDRESS: on.contract,
  SETTLEMENT_SIGNER_KEY: publicDevAccount.privateKey,
  CHECKOUT_URL: "https://pay.example.com/checkout",
  WEBHOOK_SECRETS_KEY: secretsKey,
  RATE_LIMIT: "off",
  SHUTDOWN_NOTICE_MS: "0",
});
