import { openDatabase } from "../../db/client.ts";
import { isOfOtherTables } from "../../db/statements.ts";
import { withSecretFiles } from "../../kit/config/config.ts";
import { Refusal } from "../../kit/refusal.ts";
import { everyone } from "../../kit/tenant.ts";
import type { SettlementProof } from "../../schemas/settlement-proofs.ts";
import { loadSettlement } from "../../settlements/load-settlement.ts";
import { loadSettlementProof } from "../../settlements/settlement-proof.ts";
import { CommandError, WrongUse } from "../command-error.ts";
import type { Answer, Environment, Surroundings } from "../command-line.ts";
import { checkProof } from "./check-proof.ts";
import { findAddress } from "./find-address.ts";
import { type Proof, readInvoicePage, readProof } from "./read-proof.ts";
import { answerOf } from "./verdict.ts";
import { type VerifyOptions, verifyInvoice } from "./verify-invoice.ts";
import { withPool } from "./with-database.ts";

/**
 * Checks what an invoice bills and how it was paid, or a settlement alone, against the chain.
 *
 * @param source the address of an invoice's page, the path of a proof, `-` for a proof on standard input, or a settlement's id
 * @throws CommandError and ConfigError when something is missing; ChainUnavailable
 */
export async function verify(
  { environment }: Surroundings,
  source: string,
  options: VerifyOptions,
): Promise<Answer> {
  const given = withSecretFiles(environment);
  const proof = await findProof(source, given);
  if (typeof proof === "string") {
    const json = { verified: false, reason: proof, checks: [] };
    return { lines: [`Not verified: ${proof}`], json, holds: false };
  }
  const findRpc = () => findAddress(given, "SETTLEMENT_RPC_URL");
  if ("invoice" in proof) return verifyInvoice(proof, findRpc, options);
  if (options.against) throw new WrongUse("--against needs the proof of an invoice.");
  if (options.save) throw new WrongUse("--save needs the proof of an invoice.");
  return answerOf([], await checkProof(proof.settlement, await findRpc()));
}

/** @returns a proof, or the reason why a settlement has none yet */
async function findProof(source: string, environment: Environment): Promise<Proof | string> {
  if (/^https?:\/\//.test(source)) return readInvoicePage(source);
  // A path: ids contain no dots or slashes.
  if (source === "-" || /[./\\]/.test(source)) return readProof(source);
  try {
    return { settlement: await storedProof(source, environment) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.terms.kind === "conflict") return error.message;
    throw new CommandError(error.message);
  }
}

/**
 * The proof of a settlement in the service's database. The database is only read, not migrated.
 *
 * @throws Refusal when the settlement does not exist or is not CONFIRMED; CommandError when the tables belong to
 *   another version
 */
async function storedProof(id: string, environment: Environment): Promise<SettlementProof> {
  return withPool(environment, async (pool) => {
    const db = openDatabase(pool);
    try {
      return await loadSettlementProof(db, await loadSettlement({ db, tenant: everyone }, id));
    } catch (error) {
      if (!isOfOtherTables(error)) throw error;
      throw new CommandError(
        "The database belongs to another version of the service than this command.",
      );
    } finally {
      await db.$disconnect();
    }
  });
}
