import { readFileSync } from "node:fs";
import { z } from "zod";
import { isPublicKey, isWeakHex, isWeakText } from "../weak-keys.ts";
import { oneOfExecutors, variables } from "./variables.ts";

const all = z.object(variables);
/** One schema for each executor. The variables of the other executor are not read. */
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

/** The environment is invalid. The message has one line for each invalid variable and never contains values. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Reads the environment once. An empty variable counts as not set.
 *
 * @throws ConfigError with a line for each variable that is missing or invalid
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
  if (given.SETTLEMENT_COLLECTOR_ADDRESS && !given.SETTLEMENT_TOKEN_ADDRESS) {
    const why = "is not set, and SETTLEMENT_COLLECTOR_ADDRESS takes payments in it";
    lines.set("SETTLEMENT_TOKEN_ADDRESS", `SETTLEMENT_TOKEN_ADDRESS ${why}.`);
  }
  if (read.data?.SMTP_URL !== undefined && read.data.EMAIL_FROM === undefined) {
    lines.set("EMAIL_FROM", "EMAIL_FROM is not set, and SMTP_URL requires it.");
  }
  if (environment.NODE_ENV === "production" && read.success) {
    for (const [name, how] of weakKeysOf(read.data)) {
      lines.set(name, `${name} is too easy to guess with NODE_ENV=production: make one by ${how}.`);
    }
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
 * Finds keys that were not generated at random. Of several WEBHOOK_SECRETS_KEY keys only the first is checked: the
 * others may be old keys that are kept to open earlier secrets.
 *
 * @returns the name of each such variable, with a command that generates a good key
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

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Adds values from files: if `NAME_FILE` is set, `NAME` is the content of that file, without the final line break.
 * This keeps secrets out of the environment, where other programs on the machine and crash reports may see them. Empty
 * variables count as not set.
 *
 * @throws ConfigError with a line for each file that cannot be read, or whose variable is also set
 */
export function withSecretFiles(
  environment: Environment,
  names = Object.keys(variables),
): Environment {
  const troubles: string[] = [];
  const read: Record<string, string> = {};
  for (const name of names) {
    const path = environment[`${name}_FILE`];
    if (!path) continue;
    if (environment[name]) {
      troubles.push(`${name} and ${name}_FILE are both set.`);
      continue;
    }
    try {
      read[name] = readFileSync(path, "utf8").replace(/\r?\n$/, "");
      if (read[name] === "") troubles.push(`${name}_FILE: ${path} is empty.`);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "no file";
      troubles.push(`${name}_FILE: ${path} cannot be read (${code}).`);
    }
  }
  if (troubles.length > 0) throw new ConfigError(troubles.join("\n"));
  return { ...environment, ...read };
}

/**
 * The chains on which money is worth nothing, by their ids: local chains, and the testnets of viem's chain definitions
 * (`testnet: true`) on which USDC was issued for tests. A test compares this table with those definitions.
 */
export const localChains: Readonly<Record<number, string>> = {
  1337: "Localhost",
  31337: "Anvil, Foundry, Hardhat",
};

export const testnets: Readonly<Record<number, string>> = {
  300: "ZKsync Sepolia Testnet",
  919: "Mode Testnet",
  1301: "Unichain Sepolia",
  1328: "Sei Testnet",
  4801: "World Chain Sepolia",
  10143: "Monad Testnet",
  10200: "Gnosis Chiado",
  43113: "Avalanche Fuji",
  59141: "Linea Sepolia Testnet",
  80002: "Polygon Amoy",
  84532: "Base Sepolia",
  421614: "Arbitrum Sepolia",
  534351: "Scroll Sepolia",
  763373: "Ink Sepolia",
  11142220: "Celo Sepolia Testnet",
  11155111: "Sepolia",
  11155420: "OP Sepolia",
};

/** Whether a chain is a local one or a testnet. */
export const isTestChain = (chainId: number): boolean =>
  chainId in localChains || chainId in testnets;
