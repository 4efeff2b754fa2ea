import { BaseError } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { deployer } from "../../chain/deployer.ts";
import { ConfigError } from "../../config/config.ts";
import { withSecretFiles } from "../../config/environment.ts";
import { privateKey } from "../../config/values.ts";
import { variables } from "../../config/variables.ts";
import type { Hex } from "../../lib/evm-fields.ts";
import { CommandError } from "../command-error.ts";
import type { Answer, Environment, Surroundings } from "../command-line.ts";
import { findAddress } from "./find-address.ts";
import { type Deployment, leftInWords, type NewContracts, putContracts } from "./put-contracts.ts";
import { readAddress } from "./read-address.ts";
import { upgradeContracts } from "./upgrade-contracts.ts";

/** How often the chain is asked whether a transaction was mined, in milliseconds. */
const pollMs = 1_000;

const secondsPerHour = 3_600;

interface RoleWords {
  readonly admin?: string | undefined;
  readonly settler?: string | undefined;
  readonly pauser?: string | undefined;
  readonly adminDelayHours?: number | undefined;
}

interface DeployWords extends RoleWords {
  readonly admin: string;
  readonly settler: string;
  readonly adminDelayHours: number;
  readonly token?: string | undefined;
}

interface UpgradeWords extends RoleWords {
  readonly dryRun?: boolean | undefined;
}

/** The address of DEPLOYER_KEY. */
export function deployerAddress({ environment }: Surroundings): Answer {
  const address = privateKeyToAddress(deployerKey(environmentOf(environment)));
  return { lines: [address], json: { address } };
}

/**
 * Deploys the settlement contract, and the collector if a token is given.
 *
 * @throws CommandError when the chain refuses; ConfigError; WrongUse
 */
export function deploy({ environment }: Surroundings, words: DeployWords): Promise<Answer> {
  const admin = readAddress("--admin", words.admin);
  const of: NewContracts = {
    admin,
    settlers: [readAddress("--settler", words.settler)],
    pauser: addressIn("--pauser", words.pauser) ?? admin,
    delaySeconds: words.adminDelayHours * secondsPerHour,
    token: addressIn("--token", words.token),
  };
  return asDeployer(environmentOf(environment), (account) => deployContracts(account, of));
}

/**
 * Deploys the newest version of the contracts in addition to those in the settings.
 *
 * @throws CommandError when the chain refuses; ConfigError; WrongUse
 */
export function upgrade(surroundings: Surroundings, words: UpgradeWords): Promise<Answer> {
  const { adminDelayHours, dryRun = false } = words;
  const environment = environmentOf(surroundings.environment);
  const of = {
    admin: addressIn("--admin", words.admin),
    settler: addressIn("--settler", words.settler),
    pauser: addressIn("--pauser", words.pauser),
    delaySeconds: adminDelayHours === undefined ? undefined : adminDelayHours * secondsPerHour,
    dryRun,
  };
  return asDeployer(environment, (account) => upgradeContracts(account, of, environment));
}

const environmentOf = (environment: Environment) =>
  withSecretFiles(environment, [...Object.keys(variables), "DEPLOYER_KEY"]);

function deployerKey({ DEPLOYER_KEY = "" }: Environment): Hex {
  const key = privateKey.safeParse(DEPLOYER_KEY);
  if (!key.success) throw new ConfigError("DEPLOYER_KEY must be a private key.");
  return key.data;
}

async function asDeployer(
  environment: Environment,
  work: (account: ReturnType<typeof deployer>) => Promise<Deployment>,
): Promise<Answer> {
  const key = deployerKey(environment);
  const rpcUrl = await findAddress(environment, "SETTLEMENT_RPC_URL");
  try {
    const { settings, notes } = await work(deployer(rpcUrl, key, pollMs));
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    return { lines, notes, json: { settings, notes } };
  } catch (error) {
    // viem's longer messages contain the RPC address, which may contain a key.
    if (error instanceof BaseError) throw new CommandError(error.shortMessage);
    throw error;
  }
}

async function deployContracts(
  account: ReturnType<typeof deployer>,
  of: NewContracts,
): Promise<Deployment> {
  const { client } = account;
  const { admin, token } = of;
  if (token !== undefined && (await client.getCode({ address: token })) === undefined) {
    throw new CommandError(`There is no contract at --token ${token}.`);
  }
  const chainId = await client.getChainId();
  const { registry, collector, left } = await putContracts(account, of);
  return {
    settings: {
      SETTLEMENT_CHAIN_ID: String(chainId),
      SETTLEMENT_CONTRACT_ADDRESS: registry,
      ...(token !== undefined &&
        collector !== undefined && {
          SETTLEMENT_TOKEN_ADDRESS: token,
          SETTLEMENT_COLLECTOR_ADDRESS: collector,
        }),
    },
    notes: leftInWords(admin, left),
  };
}

function addressIn(option: string, text: string | undefined): Hex | undefined {
  return text === undefined ? undefined : readAddress(option, text);
}
