import { rpcClient } from "../../chain/rpc-client.ts";
import { assertDatabase } from "../../db/assert-database.ts";
import { openPool } from "../../db/pool.ts";
import { withSecretFiles } from "../../kit/config/config.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import type { Answer, Surroundings } from "../command-line.ts";
import { verifyChain } from "../ledger/verify-chain.ts";
import { verifyRefunds } from "../ledger/verify-refunds.ts";
import { type Finding, verifyTables } from "../ledger/verify-tables.ts";
import { findAddress } from "./find-address.ts";

/**
 * Checks the whole database against the invariants and against the chain.
 *
 * @throws ConfigError for a missing setting; ChainUnavailable
 */
export async function verifyWholeLedger(
  { environment: given, clock }: Surroundings,
  { fromBlock }: { readonly fromBlock?: number | undefined },
): Promise<Answer> {
  const environment = withSecretFiles(given);
  const rpcUrl = await findAddress(environment, "SETTLEMENT_RPC_URL");
  const contract = (await findAddress(environment, "SETTLEMENT_CONTRACT_ADDRESS")) as Hex;
  const databaseUrl = await findAddress(environment, "DATABASE_URL");
  await assertDatabase(databaseUrl);
  const invariants = await verifyLedger({
    databaseUrl,
    rpcUrl,
    contract,
    fromBlock: fromBlock === undefined ? undefined : BigInt(fromBlock),
    now: clock.now(),
  });
  const broken = invariants.filter(({ count }) => count > 0);
  const verified = broken.length === 0;
  const verdict = verified
    ? `All ${invariants.length} hold.`
    : `${broken.length} of ${invariants.length} do not hold.`;
  return {
    lines: [...invariants.flatMap(linesOf), verdict],
    json: { verified, invariants },
    holds: verified,
  };
}

export interface Ledger {
  readonly databaseUrl: string;
  readonly rpcUrl: string;
  readonly contract: Hex;
  readonly fromBlock?: bigint | undefined;
  readonly now: Date;
}

/** @returns a finding for each invariant, those of the tables first */
export async function verifyLedger(ledger: Ledger): Promise<readonly Finding[]> {
  const pool = openPool(ledger.databaseUrl, 2);
  try {
    const { contract, fromBlock, now } = ledger;
    const client = rpcClient(ledger.rpcUrl);
    const tables = await verifyTables(pool, now);
    const connection = await pool.connect();
    try {
      return [
        ...tables,
        ...(await verifyChain(connection, { client, contract, fromBlock })),
        ...(await verifyRefunds(connection, { client, fromBlock })),
      ];
    } finally {
      connection.release();
    }
  } finally {
    await pool.end();
  }
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
