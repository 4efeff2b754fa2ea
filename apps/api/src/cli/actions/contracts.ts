import {
  settlementCollectorAbi,
  settlementCollectorBytecode,
  settlementRegistryAbi,
  settlementRegistryBytecode,
} from "@usance/contracts";
import { BaseError, encodeFunctionData } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { settlerRole } from "../../chain/chain-troubles.ts";
import { deployer } from "../../chain/deployer.ts";
import { ConfigError, withSecretFiles } from "../../kit/config/config.ts";
import { privateKey } from "../../kit/config/values.ts";
import { variables } from "../../kit/config/variables.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { CommandError } from "../command-error.ts";
import type { Answer, Environment, Surroundings } from "../command-line.ts";
import { findAddress, readAddress } from "./find-address.ts";

/** How often the chain is asked whether a transaction was mined, in milliseconds. */
const pollMs = 1_000;

const secondsPerHour = 3_600;

interface DeployWords {
  readonly admin: string;
  readonly settler: string;
  readonly pauser?: string | undefined;
  readonly adminDelayHours: number;
  readonly token?: string | undefined;
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
export async function deploy(
  { environment: given }: Surroundings,
  words: DeployWords,
): Promise<Answer> {
  const admin = readAddress("--admin", words.admin);
  const of: NewContracts = {
    admin,
    settler: readAddress("--settler", words.settler),
    pauser: addressIn("--pauser", words.pauser) ?? admin,
    delaySeconds: words.adminDelayHours * secondsPerHour,
    token: addressIn("--token", words.token),
  };
  const environment = environmentOf(given);
  const key = deployerKey(environment);
  const rpcUrl = await findAddress(environment, "SETTLEMENT_RPC_URL");
  try {
    const { settings, notes } = await deployContracts(deployer(rpcUrl, key, pollMs), of);
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    return { lines, notes, json: { settings, notes } };
  } catch (error) {
    // viem's longer messages contain the RPC address, which may contain a key.
    if (error instanceof BaseError) throw new CommandError(error.shortMessage);
    throw error;
  }
}

const environmentOf = (environment: Environment) =>
  withSecretFiles(environment, [...Object.keys(variables), "DEPLOYER_KEY"]);

function deployerKey({ DEPLOYER_KEY = "" }: Environment): Hex {
  const key = privateKey.safeParse(DEPLOYER_KEY);
  if (!key.success) throw new ConfigError("DEPLOYER_KEY must be a private key.");
  return key.data;
}

/** @returns the settings of the service, and the remaining steps */
async function deployContracts(account: ReturnType<typeof deployer>, of: NewContracts) {
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
    notes: left === null ? [] : leftInWords(admin, left),
  };
}

function addressIn(option: string, text: string | undefined): Hex | undefined {
  return text === undefined ? undefined : readAddress(option, text);
}

interface NewContracts {
  readonly admin: Hex;
  /** The account that settles in the registry and operates the collector. */
  readonly settler: Hex;
  readonly pauser: Hex;
  /** The delay between starting and accepting a transfer of the admin role. */
  readonly delaySeconds: number;
  /** The token that the collector takes; undefined: only the registry is deployed. */
  readonly token: Hex | undefined;
}

/** A call that grants a role. The admin must send it. */
interface Grant {
  readonly to: Hex;
  readonly data: Hex;
}

interface PutContracts {
  readonly registry: Hex;
  readonly collector: Hex | undefined;
  /** The call that the admin still has to send; null if the admin deployed the contracts itself. */
  readonly left: Grant | null;
}

/** Deploys the contracts on a chain and lets the collector record settlements. */
async function putContracts(
  { address, deploy, send }: ReturnType<typeof deployer>,
  { admin, settler, pauser, delaySeconds, token }: NewContracts,
): Promise<PutContracts> {
  const registry = await deploy({
    abi: settlementRegistryAbi,
    bytecode: settlementRegistryBytecode,
    args: [delaySeconds, admin, settler, pauser],
  });
  if (token === undefined) return { registry, collector: undefined, left: null };
  const collector = await deploy({
    abi: settlementCollectorAbi,
    bytecode: settlementCollectorBytecode,
    args: [delaySeconds, admin, settler, pauser, registry, token],
  });
  const data = encodeFunctionData({
    abi: settlementRegistryAbi,
    functionName: "grantRole",
    args: [settlerRole, collector],
  });
  if (admin !== address) return { registry, collector, left: { to: registry, data } };
  await send(registry, data);
  return { registry, collector, left: null };
}

/** The call that the admin still has to send, in words. */
const leftInWords = (admin: Hex, { to, data }: Grant): string[] => [
  `A role is still missing. The admin, ${admin}, must send this call:`,
  `  to    ${to}`,
  `  data  ${data}`,
];
