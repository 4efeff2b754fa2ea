import {
  settlementCollectorAbi,
  settlementCollectorBytecode,
  settlementRegistryAbi,
  settlementRegistryBytecode,
} from "@usance/contracts";
import { BaseError, encodeFunctionData, getAddress, isAddress } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { settlerRole } from "../chain/chain-troubles.ts";
import { deployer } from "../chain/deployer.ts";
import { ConfigError, privateKey } from "../config.ts";
import type { Hex } from "../shared/evm-fields.ts";
import { CommandError } from "./command-error.ts";
import { type Environment, findAddress } from "./find-address.ts";
import { readWords } from "./read-words.ts";

const usage = `Usage:
  pnpm contracts deploy --admin <address> --settler <address> [--pauser <address>]
                        [--admin-delay-hours <hours>] [--token <address of USDC>]
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
 * Puts the settlement contract on a chain, and the collector where a token is named.
 *
 * @throws CommandError with the usage when the words make no command, or with what the chain refused
 */
export async function contractsCommand(
  words: readonly string[],
  environment: Environment,
): Promise<Outcome> {
  const [verb] = words;
  const of = verb === "address" && words.length === 1 ? null : parse(words);
  const key = privateKey.safeParse(environment.DEPLOYER_KEY ?? "");
  if (!key.success) throw new ConfigError("DEPLOYER_KEY must be a private key.");
  if (of === null) return { lines: [privateKeyToAddress(key.data)], notes: [] };
  const rpcUrl = await findAddress(environment, "SETTLEMENT_RPC_URL");
  try {
    return await deployContracts(deployer(rpcUrl, key.data, pollMs), of);
  } catch (error) {
    // viem's longer messages hold the RPC address, which may have a key in it.
    if (error instanceof BaseError) throw new CommandError(error.shortMessage);
    throw error;
  }
}

async function deployContracts(
  { address, client, deploy, send }: ReturnType<typeof deployer>,
  { admin, settler, pauser, delaySeconds, token }: ReturnType<typeof parse>,
): Promise<Outcome> {
  if (token !== undefined && (await client.getCode({ address: token })) === undefined) {
    throw new CommandError(`There is no contract at --token ${token}.`);
  }
  const chainId = await client.getChainId();
  const registry = await deploy({
    abi: settlementRegistryAbi,
    bytecode: settlementRegistryBytecode,
    args: [delaySeconds, admin, settler, pauser],
  });
  const lines = [`SETTLEMENT_CHAIN_ID=${chainId}`, `SETTLEMENT_CONTRACT_ADDRESS=${registry}`];
  if (token === undefined) return { lines, notes: [] };
  const collector = await deploy({
    abi: settlementCollectorAbi,
    bytecode: settlementCollectorBytecode,
    args: [delaySeconds, admin, settler, pauser, registry, token],
  });
  const grant = encodeFunctionData({
    abi: settlementRegistryAbi,
    functionName: "grantRole",
    args: [settlerRole, collector],
  });
  if (admin === address) await send(registry, grant);
  return {
    lines: [
      ...lines,
      `SETTLEMENT_TOKEN_ADDRESS=${token}`,
      `SETTLEMENT_COLLECTOR_ADDRESS=${collector}`,
    ],
    notes:
      admin === address
        ? []
        : [
            `The collector may not record yet. The admin, ${admin}, has to send this call:`,
            `  to    ${registry}`,
            `  data  ${grant}`,
          ],
  };
}

function parse(words: readonly string[]) {
  const { positionals, values } = readWords(words, options, usage);
  if (positionals.join(" ") !== "deploy") throw new CommandError(usage);
  const { admin, settler, pauser, token } = values;
  if (admin === undefined || settler === undefined) throw new CommandError(usage);
  const hours = values["admin-delay-hours"] ?? "48";
  if (!/^\d{1,4}$/.test(hours)) {
    throw new CommandError("--admin-delay-hours must be a whole number from 0 to 9999.");
  }
  return {
    admin: addressOf("--admin", admin),
    settler: addressOf("--settler", settler),
    pauser: addressOf("--pauser", pauser ?? admin),
    delaySeconds: Number(hours) * 3_600,
    token: token === undefined ? undefined : addressOf("--token", token),
  };
}

const options = {
  admin: { type: "string" },
  settler: { type: "string" },
  pauser: { type: "string" },
  "admin-delay-hours": { type: "string" },
  token: { type: "string" },
} as const;

function addressOf(option: string, text: string): Hex {
  if (isAddress(text)) return getAddress(text);
  throw new CommandError(`${option} ${text} is no address.`);
}
