import { BaseError, getAddress, isAddress } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { deployer } from "../chain/deployer.ts";
import { ConfigError, privateKey } from "../config/config.ts";
import type { Hex } from "../lib/evm-fields.ts";
import { CommandError } from "./command-error.ts";
import { type Environment, findAddress } from "./find-address.ts";
import { leftInWords, type NewContracts, putContracts } from "./put-contracts.ts";
import { readWords } from "./read-words.ts";
import { type UpgradeWords, upgradeContracts } from "./upgrade-contracts.ts";

const usage = `Usage:
  pnpm contracts deploy --admin <address> --settler <address> [--pauser <address>]
                        [--admin-delay-hours <hours>] [--token <address of USDC>]
  pnpm contracts upgrade [--admin <address>] [--settler <address>] [--pauser <address>]
                         [--admin-delay-hours <hours>] [--dry-run]
                            of the contracts in the settings; what is not given is as there
  pnpm contracts address    of DEPLOYER_KEY

SETTLEMENT_RPC_URL says on which chain, DEPLOYER_KEY (or DEPLOYER_KEY_FILE) who pays for it.`;

/** How often the chain is asked whether a transaction is in a block, in milliseconds. */
const pollMs = 1_000;

interface Outcome {
  /** For standard output: the variables of the service. */
  readonly lines: readonly string[];
  /** For whoever looks on. */
  readonly notes: readonly string[];
}

/**
 * Puts the settlement contract on a chain, and the collector where a token is named; or puts the newest
 * version of both beside those that the service has.
 *
 * @throws CommandError with the usage when the words make no command, or with what the chain refused
 */
export async function contractsCommand(
  words: readonly string[],
  environment: Environment,
): Promise<Outcome> {
  const parsed = parse(words);
  const key = privateKey.safeParse(environment.DEPLOYER_KEY ?? "");
  if (!key.success) throw new ConfigError("DEPLOYER_KEY must be a private key.");
  if (parsed.verb === "address") return { lines: [privateKeyToAddress(key.data)], notes: [] };
  const rpcUrl = await findAddress(environment, "SETTLEMENT_RPC_URL");
  const account = deployer(rpcUrl, key.data, pollMs);
  try {
    return parsed.verb === "deploy"
      ? await deployContracts(account, parsed.of)
      : await upgradeContracts(account, parsed.of, environment);
  } catch (error) {
    // viem's longer messages hold the RPC address, which may have a key in it.
    if (error instanceof BaseError) throw new CommandError(error.shortMessage);
    throw error;
  }
}

async function deployContracts(
  account: ReturnType<typeof deployer>,
  of: NewContracts,
): Promise<Outcome> {
  const { client } = account;
  const { admin, token } = of;
  if (token !== undefined && (await client.getCode({ address: token })) === undefined) {
    throw new CommandError(`There is no contract at --token ${token}.`);
  }
  const chainId = await client.getChainId();
  const { registry, collector, left } = await putContracts(account, of);
  return {
    lines: [
      `SETTLEMENT_CHAIN_ID=${chainId}`,
      `SETTLEMENT_CONTRACT_ADDRESS=${registry}`,
      ...(collector === undefined
        ? []
        : [`SETTLEMENT_TOKEN_ADDRESS=${token}`, `SETTLEMENT_COLLECTOR_ADDRESS=${collector}`]),
    ],
    notes: leftInWords(admin, left),
  };
}

type Parsed =
  | { readonly verb: "address" }
  | { readonly verb: "deploy"; readonly of: NewContracts }
  | { readonly verb: "upgrade"; readonly of: UpgradeWords };

function parse(words: readonly string[]): Parsed {
  const { positionals, values } = readWords(words, options, usage);
  const [verb] = positionals;
  if (positionals.length !== 1) throw new CommandError(usage);
  const { "admin-delay-hours": hours, "dry-run": dryRun = false } = values;
  if (hours !== undefined && !/^\d{1,4}$/.test(hours)) {
    throw new CommandError("--admin-delay-hours must be a whole number from 0 to 9999.");
  }
  const delaySeconds = hours === undefined ? undefined : Number(hours) * 3_600;
  const [admin, settler, pauser, token] = (["admin", "settler", "pauser", "token"] as const).map(
    (name) => (values[name] === undefined ? undefined : addressOf(`--${name}`, values[name])),
  );
  if (verb === "address" && words.length === 1) return { verb };
  if (verb === "upgrade" && token === undefined) {
    return { verb, of: { admin, settler, pauser, delaySeconds, dryRun } };
  }
  const isDeploy = verb === "deploy" && !dryRun;
  if (!isDeploy || admin === undefined || settler === undefined) throw new CommandError(usage);
  return {
    verb,
    of: {
      admin,
      settlers: [settler],
      pauser: pauser ?? admin,
      delaySeconds: delaySeconds ?? 48 * 3_600,
      token,
    },
  };
}

const options = {
  admin: { type: "string" },
  settler: { type: "string" },
  pauser: { type: "string" },
  "dry-run": { type: "boolean" },
  "admin-delay-hours": { type: "string" },
  token: { type: "string" },
} as const;

function addressOf(option: string, text: string): Hex {
  if (isAddress(text)) return getAddress(text);
  throw new CommandError(`${option} ${text} is no address.`);
}
