import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { openDatabase } from "../../db/client.ts";
import { isOfOtherTables } from "../../db/statements.ts";
import { withSecretFiles } from "../../kit/config/config.ts";
import { Refusal } from "../../kit/refusal.ts";
import { everyone } from "../../kit/tenant.ts";
import { SettlementProof } from "../../schemas/settlement-proofs.ts";
import { loadSettlement } from "../../settlements/load-settlement.ts";
import { loadSettlementProof } from "../../settlements/settlement-proof.ts";
import { CommandError } from "../command-error.ts";
import type { Answer, Environment, Surroundings } from "../command-line.ts";
import { type Check, checkProof } from "./check-proof.ts";
import { findAddress } from "./find-address.ts";
import { withPool } from "./with-database.ts";

/**
 * Checks a settlement against the chain.
 *
 * @param source a settlement's id, the path of a proof, or `-` for a proof on standard input
 * @throws CommandError and ConfigError when something is missing; ChainUnavailable
 */
export async function verify(surroundings: Surroundings, source: string): Promise<Answer> {
  const environment = withSecretFiles(surroundings.environment);
  const rpcUrl = await findAddress(environment, "SETTLEMENT_RPC_URL");
  const proof = await findProof(source, environment);
  if (typeof proof === "string") {
    const json = { verified: false, reason: proof, checks: [] };
    return { lines: [`Not verified: ${proof}`], json, holds: false };
  }
  const checks = await checkProof(proof, rpcUrl);
  const failed = checks.filter(({ holds }) => !holds).map(({ what }) => what);
  const verified = failed.length === 0;
  const verdict = verified ? "Verified" : `Not verified: ${failed.join(", ")}`;
  return {
    lines: [...checks.map(lineOf), verdict],
    json: { verified, reason: verified ? null : failed.join(", "), checks },
    holds: verified,
  };
}

/** @returns a proof, or the reason why a settlement has none yet */
async function findProof(
  source: string,
  environment: Environment,
): Promise<SettlementProof | string> {
  // A path: ids contain no dots or slashes.
  if (source === "-" || /[./\\]/.test(source)) return readProof(source);
  try {
    return await storedProof(source, environment);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.terms.kind === "conflict") return error.message;
    throw new CommandError(error.message);
  }
}

function lineOf({ what, expected, found, holds }: Check): string {
  return `${holds ? "ok  " : "FAIL"}  ${what}: expected ${expected}, found ${found}`;
}

const rule = "it must be an object with a proof.";

/** The answer of GET /settlements/{settlementId}/proof, or the proof in it. */
const ProofFile = z
  .looseObject({}, rule)
  .transform((given) => ("contract" in given ? { proof: given } : given))
  .pipe(z.object({ proof: SettlementProof }, rule));

/**
 * @param file a path, or `-` for standard input
 * @throws CommandError when it cannot be read or is not a proof
 */
async function readProof(file: string): Promise<SettlementProof> {
  const name = file === "-" ? "Standard input" : file;
  const read = ProofFile.safeParse(parse(name, await readText(file)));
  if (read.success) return read.data.proof;
  throw new CommandError(`${name} is not a settlement proof: ${read.error.issues[0]?.message}`);
}

async function readText(file: string): Promise<string> {
  if (file === "-") return text(process.stdin);
  return readFile(file, "utf8").catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    throw new CommandError(`${file} cannot be read${code}.`);
  });
}

function parse(name: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new CommandError(`${name} is not JSON.`);
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
