import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { getAddress, isAddress } from "viem";
import type { z } from "zod";
import { ConfigError } from "../../kit/config/config.ts";
import { variables } from "../../kit/config/variables.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { WrongUse } from "../command-error.ts";
import type { Environment } from "../command-line.ts";
import type { Running } from "../dev/running-file.ts";

/** The names of the variables in the file that the running service writes. */
const notes = {
  DATABASE_URL: "databaseUrl",
  SETTLEMENT_RPC_URL: "rpcUrl",
  SETTLEMENT_CONTRACT_ADDRESS: "contract",
} as const satisfies Readonly<Record<string, keyof Running>>;

/**
 * The address that an operator's command uses: from the variable, otherwise that of the service that `pnpm dev` runs
 * on this machine.
 *
 * @throws ConfigError when there is neither
 */
export async function findAddress(
  environment: Environment,
  name: keyof typeof notes,
): Promise<string> {
  const given = readSetting<string>(environment, name, variables[name]);
  if (given !== undefined) return given;
  const folder = environment.DATA_DIR || variables.DATA_DIR.parse(undefined);
  const note = await readFile(join(folder, "running.json"), "utf8").catch(() => null);
  if (note === null) {
    throw new ConfigError(`${name} is not set, and \`pnpm dev\` is not running here.`);
  }
  return (JSON.parse(note) as Running)[notes[name]];
}

/**
 * Reads a variable by the same rules as the service.
 *
 * @returns undefined when it is not set
 * @throws ConfigError when it is invalid
 */
function readSetting<T>(
  environment: Environment,
  name: keyof typeof variables,
  schema: z.ZodType<T>,
): T | undefined {
  const given = environment[name];
  if (!given) return undefined;
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  throw new ConfigError(`${name} ${read.error.issues[0]?.message}.`);
}

/** @returns the address with its checksum @throws WrongUse for an invalid address or a wrong checksum */
export function readAddress(name: string, text: string): Hex {
  if (isAddress(text)) return getAddress(text);
  throw new WrongUse(`${name} ${text} is not an address.`);
}
