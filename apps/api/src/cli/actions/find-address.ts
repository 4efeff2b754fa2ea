import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { getAddress, isAddress } from "viem";
import { ConfigError } from "../../kit/config/config.ts";
import { variables } from "../../kit/config/variables.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { WrongUse } from "../command-error.ts";
import type { Environment } from "../command-line.ts";

/** How programs on this machine, such as `usance webhooks`, find the service that `pnpm dev` runs. */
export interface Running {
  readonly url: string;
  readonly apiKey: string;
  readonly databaseUrl: string;
  readonly rpcUrl: string;
  readonly contract: string;
}

/** The field of running.json that has the value of each variable. */
const notes = {
  DATABASE_URL: "databaseUrl",
  SETTLEMENT_RPC_URL: "rpcUrl",
  SETTLEMENT_CONTRACT_ADDRESS: "contract",
} as const satisfies Readonly<Record<string, keyof Running>>;

/**
 * The address that an operator's command uses: from the variable, otherwise that of the service that `pnpm dev` runs
 * on this machine.
 *
 * @throws ConfigError when there is neither, or the variable is invalid
 */
export async function findAddress(
  environment: Environment,
  name: keyof typeof notes,
): Promise<string> {
  const given = environment[name];
  if (given) {
    const { data, error } = variables[name].safeParse(given);
    if (data !== undefined) return data;
    throw new ConfigError(`${name} ${error?.issues[0]?.message}.`);
  }
  const folder = environment.DATA_DIR || variables.DATA_DIR.parse(undefined);
  const note = await readFile(join(folder, "running.json"), "utf8").catch(() => null);
  if (note === null) {
    throw new ConfigError(`${name} is not set, and \`pnpm dev\` is not running here.`);
  }
  return (JSON.parse(note) as Running)[notes[name]];
}

/** @returns the address with its checksum @throws WrongUse for an invalid address or a wrong checksum */
export function readAddress(name: string, text: string): Hex {
  if (isAddress(text)) return getAddress(text);
  throw new WrongUse(`${name} ${text} is not an address.`);
}
