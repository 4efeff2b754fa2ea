import { localChainId, publicDevAccount } from "@usance/local-stack";
import { getContractAddress } from "viem";
import { type Config, readConfig } from "../config/config.ts";
import { registryDeployer } from "./accounts.ts";
import { collectorAddress, devUsdcAddress } from "./deploy-collector.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What has no address in the environment, and is to be started here. */
export interface Missing {
  readonly database: boolean;
  readonly chain: boolean;
}

/** The contract stands where the first transaction of its deployer has put it. */
export const registryAddress = getContractAddress({ from: registryDeployer.address, nonce: 0n });

/** Stands for an address that is known only once the server is started. */
const notYetKnown = "localhost";
/** Stands for the key that is kept in the data folder. */
const notYetMade = "0".repeat(64);

/**
 * Reads the environment with development's defaults, before anything is started.
 *
 * @returns also what is missing; DATABASE_URL and SETTLEMENT_RPC_URL are to be set once it is there
 * @throws ConfigError with a line for each variable that is bad, or missing although it belongs to
 *   one that is given
 */
export function readDevConfig(given: Environment): { config: Config; missing: Missing } {
  const missing = { database: !given.DATABASE_URL, chain: !given.SETTLEMENT_RPC_URL };
  const config = readConfig({
    ...given,
    LOG_LEVEL: given.LOG_LEVEL || "warn",
    SHUTDOWN_NOTICE_MS: given.SHUTDOWN_NOTICE_MS || "0",
    WEBHOOK_ALLOW_PRIVATE: given.WEBHOOK_ALLOW_PRIVATE || "1",
    WEBHOOK_SECRETS_KEY: given.WEBHOOK_SECRETS_KEY || notYetMade,
    CHECKOUT_URL: given.CHECKOUT_URL || `http://${notYetKnown}`,
    ...(missing.database && { DATABASE_URL: `postgres://${notYetKnown}` }),
    ...(missing.chain && {
      SETTLEMENT_RPC_URL: `http://${notYetKnown}`,
      SETTLEMENT_CHAIN_ID: String(localChainId),
      SETTLEMENT_CONTRACT_ADDRESS: registryAddress,
      SETTLEMENT_SIGNER_KEY: publicDevAccount.privateKey,
      SETTLEMENT_TOKEN_ADDRESS: devUsdcAddress,
      SETTLEMENT_COLLECTOR_ADDRESS: collectorAddress,
      SETTLEMENT_FINALITY: given.SETTLEMENT_FINALITY || "1", // it mines no blocks of its own accord
    }),
  });
  return { config, missing };
}
