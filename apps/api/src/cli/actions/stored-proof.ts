import { invoiceHashOf } from "../../chain/registry.ts";
import { creditNoteHashOf } from "../../chain/viem-refunder.ts";
import { assertDatabase } from "../../db/assert-database.ts";
import { openDatabase } from "../../db/client.ts";
import { openPool } from "../../db/pool.ts";
import { isOfOtherTables } from "../../db/statements.ts";
import { everyone } from "../../kit/tenant.ts";
import type { SettlementProof } from "../../schemas/settlement-proofs.ts";
import { loadSettlement } from "../../settlements/load-settlement.ts";
import { findRefundProofs, proofOf } from "../../settlements/settlement-proof.ts";
import { CommandError } from "../command-error.ts";
import type { Environment } from "../command-line.ts";
import { findAddress } from "./find-address.ts";

/**
 * The proof of a settlement in the service's database. The database is only read, not migrated.
 *
 * @throws Refusal when the settlement does not exist or is not CONFIRMED; CommandError when the tables belong to
 *   another version
 */
export async function storedProof(id: string, environment: Environment): Promise<SettlementProof> {
  const databaseUrl = await findAddress(environment, "DATABASE_URL");
  const { settlement, refunds } = await load(id, databaseUrl);
  return { ...proofOf(settlement, { invoiceHashOf }), refunds };
}

async function load(id: string, databaseUrl: string) {
  await assertDatabase(databaseUrl);
  const pool = openPool(databaseUrl, 1);
  const db = openDatabase(pool);
  try {
    const settlement = await loadSettlement({ db, tenant: everyone }, id);
    const hashes = { chain: { invoiceHashOf }, refunder: { creditNoteHashOf } };
    return { settlement, refunds: await findRefundProofs(db, settlement, hashes) };
  } catch (error) {
    if (!isOfOtherTables(error)) throw error;
    throw new CommandError(
      "The database belongs to another version of the service than this command.",
    );
  } finally {
    await db.$disconnect();
    await pool.end();
  }
}
