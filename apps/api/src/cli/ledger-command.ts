import { registryOf } from "../chain/registries.ts";
import { known, rpcClient } from "../chain/rpc-client.ts";
import { variables } from "../config/config.ts";
import { assertDatabase } from "../db/assert-database.ts";
import { openPool } from "../db/pool.ts";
import { verifyChain } from "../ledger/verify-chain.ts";
import { type Finding, verifyTables } from "../ledger/verify-tables.ts";
import type { Hex } from "../lib/evm-fields.ts";
import { CommandError } from "./command-error.ts";
import { type Environment, findAddress, readSetting } from "./find-address.ts";
import { readWords } from "./read-words.ts";

const usage = `Usage:
  pnpm verify-ledger [--from-block <number>]   the chain's part from that block on`;

interface Outcome {
  readonly lines: readonly string[];
  /** Whether all of it holds. */
  readonly verified: boolean;
}

/**
 * Holds the whole database against what must be true of it, and against the chain.
 *
 * @throws CommandError and ConfigError for what is not there, ChainUnavailable
 */
export async function ledgerCommand(
  words: readonly string[],
  environment: Environment,
  now: Date,
): Promise<Outcome> {
  const fromBlock = parse(words);
  const rpcUrl = await findAddress(environment, "SETTLEMENT_RPC_URL");
  const contract = (await findAddress(environment, "SETTLEMENT_CONTRACT_ADDRESS")) as Hex;
  const databaseUrl = await findAddress(environment, "DATABASE_URL");
  await assertDatabase(databaseUrl);
  const name = "SETTLEMENT_PREVIOUS_COLLECTORS";
  const previousCollectors = readSetting(environment, name, variables[name]) ?? [];
  const findings = await verifyLedger({
    databaseUrl,
    rpcUrl,
    contract,
    previousCollectors,
    fromBlock,
    now,
  });
  const broken = findings.filter(({ count }) => count > 0);
  const verdict =
    broken.length === 0
      ? `All ${findings.length} hold.`
      : `${broken.length} of ${findings.length} do not hold.`;
  return { lines: [...findings.flatMap(linesOf), verdict], verified: broken.length === 0 };
}

export interface Ledger {
  readonly databaseUrl: string;
  readonly rpcUrl: string;
  readonly contract: Hex;
  /** What was signed for them is recorded in their registries. */
  readonly previousCollectors?: readonly Hex[];
  readonly fromBlock?: bigint | undefined;
  readonly now: Date;
}

/** @returns what each invariant came to, those of the tables first */
export async function verifyLedger(ledger: Ledger): Promise<readonly Finding[]> {
  const pool = openPool(ledger.databaseUrl, 1);
  const connection = await pool.connect();
  try {
    const { contract, previousCollectors = [], fromBlock, now } = ledger;
    const client = rpcClient(ledger.rpcUrl);
    const previous = await known(() =>
      Promise.all(previousCollectors.map((one) => registryOf(client, one))),
    );
    const contracts = [contract, ...previous];
    return [
      ...(await verifyTables(connection, now)),
      ...(await verifyChain(connection, { client, contracts, fromBlock })),
    ];
  } finally {
    connection.release();
    await pool.end();
  }
}

function parse(words: readonly string[]): bigint | undefined {
  const options = { "from-block": { type: "string" } } as const;
  const { positionals, values } = readWords(words, options, usage);
  if (positionals.length > 0) throw new CommandError(usage);
  const block = values["from-block"];
  if (block === undefined || /^\d{1,15}$/.test(block))
    return block === undefined ? undefined : BigInt(block);
  throw new CommandError("--from-block must be a whole number.");
}

function linesOf({ holds, count, broken }: Finding): string[] {
  if (count === 0) return [`ok    ${holds}`];
  const more = count - broken.length;
  return [
    `FAIL  ${holds} ${count} do not:`,
    ...broken.map((line) => `        ${line}`),
    ...(more > 0 ? [`        and ${more} more`] : []),
  ];
}
