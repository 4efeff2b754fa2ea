import { randomBytes } from "node:crypto";
import { type Anvil, localChainId, publicDevAccount, startAnvil } from "@usance/local-stack";
import { afterAll, beforeAll } from "vitest";
import { deployRegistry } from "../../src/cli/dev/deploy-contracts.ts";
import { newDatabase } from "../harness/database.ts";
import type { Address } from "./calls.ts";
import { type Entry, run } from "./entry.ts";
import { usanceCommand } from "./program.ts";

const key = "a-key-of-more-than-thirty-two-characters";

/** The same key for all processes of a test file, so that each can open what another has sealed. */
const secretsKey = randomBytes(32).toString("hex");

type Environment = Readonly<Record<string, string>>;

interface Chain {
  readonly anvil: Anvil;
  readonly contract: string;
}

/** One chain with the contract for a test file. */
export function useChain(): () => Chain {
  let chain: Chain | undefined;
  beforeAll(async () => {
    const anvil = await startAnvil();
    chain = { anvil, contract: await deployRegistry(anvil.url, publicDevAccount.privateKey) };
  });
  afterAll(() => chain?.anvil.stop());
  return () => {
    if (chain === undefined) throw new Error("The chain starts before the first test.");
    return chain;
  };
}

/** All settings that `pnpm start` needs, with a new database by default. */
export async function productionEnvironment(
  { anvil, contract }: Chain,
  given: Environment = {},
): Promise<Environment & { readonly DATABASE_URL: string }> {
  return {
    PORT: "0",
    BOOTSTRAP_API_KEY: key,
    SETTLEMENT_RPC_URL: anvil.url,
    SETTLEMENT_CHAIN_ID: String(localChainId),
    SETTLEMENT_CONTRACT_ADDRESS: contract,
    SETTLEMENT_SIGNER_KEY: publicDevAccount.privateKey,
    SETTLEMENT_FINALITY: "1", // the chain mines no blocks by itself
    CHECKOUT_URL: "https://pay.example.com/checkout",
    WEBHOOK_SECRETS_KEY: secretsKey,
    NODE_ENV: "production",
    SHUTDOWN_NOTICE_MS: "0", // there is no load balancer here
    ...given,
    DATABASE_URL: given.DATABASE_URL ?? (await newDatabase()),
  };
}

/** Starts `usance start`, and waits until it listens. @param of the root of another copy of the repository */
export async function listening(environment: Environment, of?: string): Promise<Entry & Address> {
  const start = run(usanceCommand(["start"], of), environment);
  const [, url = ""] = await start.printed(/^Listening on (\S+)$/m);
  return { ...start, url, key };
}
