import { localChainId, publicDevAccount } from "@usance/local-stack";
import { getContractAddress } from "viem";
import { type Config, readConfig } from "../../kit/config/config.ts";
import { registryDeployer } from "./accounts.ts";
import { collectorAddress, devUsdcAddress } from "./deploy-contracts.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The servers that the environment has no address for, so `pnpm dev` starts them. */
export interface Missing {
  readonly database: boolean;
  readonly chain: boolean;
}

/** The contract's address. It assumes that this is the deployer's first transaction. */
export const registryAddress = getContractAddress({ from: registryDeployer.address, nonce: 0n });

/** Placeholder for an address that is known only after the server has started. */
const notYetKnown = "localhost";
/** Placeholder for the key that is kept in the data folder. */
const notYetMade = "0".repeat(64);

/**
 * Reads the environment with development's defaults, before anything is started.
 *
 * @returns the configuration and what is missing; DATABASE_URL and SETTLEMENT_RPC_URL must be set once those servers
 *   have started
 * @throws ConfigError with a line for each variable that is invalid, or missing although a variable that needs it is
 *   set
 */
export function readDevConfig(given: Environment): { config: Config; missing: Missing } {
  const missing = { database: !given.DATABASE_URL, chain: !given.SETTLEMENT_RPC_URL };
  const config = readConfig({
    ...given,
    LOG_LEVEL: given.LOG_LEVEL || "debug", // a line for each request
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
