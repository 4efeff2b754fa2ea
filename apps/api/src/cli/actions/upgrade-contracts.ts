import { settlementRegistryAbi } from "@usance/contracts";
import { isAddressEqual, zeroAddress } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { isOtherContract } from "../../chain/chain-troubles.ts";
import type { deployer } from "../../chain/deployer.ts";
import { versionOf } from "../../chain/records.ts";
import { registryOf } from "../../chain/registries.ts";
import { ConfigError } from "../../config/config.ts";
import { variables } from "../../config/variables.ts";
import type { Hex } from "../../lib/evm-fields.ts";
import { CommandError } from "../command-error.ts";
import type { Environment } from "../command-line.ts";
import { readSetting } from "./find-address.ts";
import { type Deployment, leftInWords, type NewContracts, putContracts } from "./put-contracts.ts";

/** Roles of the new contracts. Undefined ones are copied from the current contracts. */
interface NewRoles {
  readonly admin: Hex | undefined;
  readonly settler: Hex | undefined;
  readonly pauser: Hex | undefined;
  readonly delaySeconds: number | undefined;
  readonly dryRun: boolean;
}

/**
 * Deploys version 2 of the contracts in addition to version 1, which the settings name. Version 1 stays unchanged: its
 * settlements are still proven there, and its collector still collects the spending caps that were signed for it, as
 * long as SETTLEMENT_PREVIOUS_COLLECTORS names it.
 *
 * @returns the settings that change, what was done, and the remaining steps
 */
export async function upgradeContracts(
  account: ReturnType<typeof deployer>,
  words: NewRoles,
  environment: Environment,
): Promise<Deployment> {
  const today = readSettings(environment);
  const { contract, collector, previousCollectors } = today;
  await requireOurs(account, today);
  if ((await versionOf(account.client, contract)) === 2) {
    return { settings: {}, notes: [`${contract} already is version 2: nothing to do.`] };
  }
  const like = await rolesOf(account, today, words, environment);
  if (words.dryRun) return { settings: {}, notes: [...describe(like), "Nothing was sent."] };
  const put = await putContracts(account, like);
  const previous = [...(collector === undefined ? [] : [collector]), ...previousCollectors];
  return {
    settings: {
      SETTLEMENT_CONTRACT_ADDRESS: put.registry,
      ...(put.collector !== undefined && { SETTLEMENT_COLLECTOR_ADDRESS: put.collector }),
      ...(previous.length > 0 && { SETTLEMENT_PREVIOUS_COLLECTORS: previous.join(",") }),
    },
    notes: [
      ...describe(like),
      ...leftInWords(like.admin, put.left),
      "Replace the old settings with the new ones and restart the processes one at a time. All of them must already run this version of the service.",
      ...(collector === undefined
        ? []
        : [
            `Keep the roles of ${collector} and ${contract}: existing caps are still collected through them.`,
          ]),
    ],
  };
}

type Settings = ReturnType<typeof readSettings>;

function readSettings(environment: Environment) {
  const contract = readSetting(
    environment,
    "SETTLEMENT_CONTRACT_ADDRESS",
    variables.SETTLEMENT_CONTRACT_ADDRESS,
  );
  if (contract === undefined) throw new ConfigError("SETTLEMENT_CONTRACT_ADDRESS is not set.");
  const collector = readSetting(
    environment,
    "SETTLEMENT_COLLECTOR_ADDRESS",
    variables.SETTLEMENT_COLLECTOR_ADDRESS,
  );
  const token = readSetting(
    environment,
    "SETTLEMENT_TOKEN_ADDRESS",
    variables.SETTLEMENT_TOKEN_ADDRESS,
  );
  const previousCollectors =
    readSetting(
      environment,
      "SETTLEMENT_PREVIOUS_COLLECTORS",
      variables.SETTLEMENT_PREVIOUS_COLLECTORS,
    ) ?? [];
  if (collector !== undefined && (token === undefined || token === zeroAddress)) {
    throw new ConfigError("SETTLEMENT_TOKEN_ADDRESS is not set.");
  }
  return { contract, collector, token, previousCollectors };
}

/** @throws CommandError when the settings do not name a registry and its collector */
async function requireOurs(
  { client }: ReturnType<typeof deployer>,
  { contract, collector }: Settings,
): Promise<void> {
  const of = { address: contract, abi: settlementRegistryAbi } as const;
  const fits = await client
    .readContract({ ...of, functionName: "defaultAdmin" })
    .then(() => true, thrownUnlessOther);
  if (!fits) throw new CommandError(`SETTLEMENT_CONTRACT_ADDRESS ${contract} is not a registry.`);
  if (collector === undefined) return;
  const records = await registryOf(client, collector).then(
    (registry) => isAddressEqual(registry, contract),
    thrownUnlessOther,
  );
  if (!records) {
    throw new CommandError(
      `SETTLEMENT_COLLECTOR_ADDRESS ${collector} does not record in SETTLEMENT_CONTRACT_ADDRESS.`,
    );
  }
}

function thrownUnlessOther(error: unknown): false {
  if (isOtherContract(error)) return false;
  throw error;
}

/** The given roles; for others, the roles of the current registry. */
async function rolesOf(
  { client }: ReturnType<typeof deployer>,
  { contract, collector, token }: Settings,
  words: NewRoles,
  environment: Environment,
): Promise<NewContracts> {
  const of = { address: contract, abi: settlementRegistryAbi } as const;
  const [itsAdmin, itsDelay] = await Promise.all([
    client.readContract({ ...of, functionName: "defaultAdmin" }),
    client.readContract({ ...of, functionName: "defaultAdminDelay" }),
  ]);
  const admin = words.admin ?? itsAdmin;
  return {
    admin,
    settlers: words.settler === undefined ? settlersOf(environment) : [words.settler],
    pauser: words.pauser ?? admin,
    delaySeconds: words.delaySeconds ?? itsDelay,
    token: collector === undefined ? undefined : token,
  };
}

function settlersOf(environment: Environment): readonly [Hex, ...Hex[]] {
  const keys = readSetting(environment, "SETTLEMENT_SIGNER_KEY", variables.SETTLEMENT_SIGNER_KEY);
  if (keys === undefined) {
    throw new CommandError("--settler is required if SETTLEMENT_SIGNER_KEY is not set.");
  }
  const [first, ...others] = keys;
  return [privateKeyToAddress(first), ...others.map((key) => privateKeyToAddress(key))];
}

const describe = ({ admin, settlers, pauser, delaySeconds, token }: NewContracts) => [
  `Version 2 of ${token === undefined ? "the registry" : `the registry and of the collector, for the token ${token}`}:`,
  `  admin    ${admin}, handed over after ${delaySeconds / 3_600} h`,
  ...settlers.map((one) => `  settler  ${one}`),
  `  pauser   ${pauser}`,
];
