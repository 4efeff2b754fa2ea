import { type Finding, verifyBill } from "@usance/proofs";
import { ChainUnavailable } from "../../chain/chain-errors.ts";
import { openDatabase } from "../../db/client.ts";
import { isOfOtherTables } from "../../db/statements.ts";
import { ConfigError, withSecretFiles } from "../../kit/config/config.ts";
import { Refusal } from "../../kit/refusal.ts";
import { everyone } from "../../kit/tenant.ts";
import type { SettlementProof } from "../../schemas/settlement-proofs.ts";
import { loadSettlement } from "../../settlements/load-settlement.ts";
import { loadSettlementProof } from "../../settlements/settlement-proof.ts";
import { CommandError } from "../command-error.ts";
import type { Answer, Environment, Surroundings } from "../command-line.ts";
import { type Check, checkProof } from "./check-proof.ts";
import { findAddress } from "./find-address.ts";
import { type Proof, readInvoicePage, readProof } from "./read-proof.ts";
import { withPool } from "./with-database.ts";

/**
 * Checks what an invoice bills and how it was paid, or a settlement alone, against the chain.
 *
 * @param source the address of an invoice's page, the path of a proof, `-` for a proof on standard input, or a settlement's id
 * @throws CommandError and ConfigError when something is missing; ChainUnavailable
 */
export async function verify({ environment }: Surroundings, source: string): Promise<Answer> {
  const given = withSecretFiles(environment);
  const proof = await findProof(source, given);
  if (typeof proof === "string") {
    const json = { verified: false, reason: proof, checks: [] };
    return { lines: [`Not verified: ${proof}`], json, holds: false };
  }
  if ("invoice" in proof) return verifyInvoice(proof, given);
  return answerOf([], await checkProof(proof.settlement, await rpcUrlOf(given)));
}

const rpcUrlOf = (environment: Environment) => findAddress(environment, "SETTLEMENT_RPC_URL");

async function verifyInvoice(
  { invoice, usage }: Extract<Proof, { invoice: unknown }>,
  environment: Environment,
): Promise<Answer> {
  const found = await verifyBill(invoice, usage).catch((error: Error): Finding[] => {
    if (error.name !== "ProofError" && error.name !== "RatingError") throw error;
    return [{ outcome: "bad", words: error.message }];
  });
  const { settlement } = invoice;
  if (settlement === null) return answerOf(found, null);
  try {
    return answerOf(found, await checkProof(settlement, await rpcUrlOf(environment)));
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof ChainUnavailable)) throw error;
    return answerOf([...found, { outcome: "open", words: error.message }], null);
  }
}

/** @param chain null: it was not asked */
function answerOf(
  findings: readonly Finding[],
  chain: Awaited<ReturnType<typeof checkProof>> | null,
): Answer {
  const checks = chain?.checks ?? [];
  const wrong = findings.filter(({ outcome }) => outcome === "bad").map(({ words }) => words);
  const failed = checks.filter(({ holds }) => !holds).map(({ what }) => what);
  const reasons = [...wrong, ...(failed.length === 0 ? [] : [failed.join(", ")])];
  const unknown = findings.find(({ outcome }) => outcome === "open")?.words;
  const reason = reasons[0] ?? unknown ?? null;
  const verified = reason === null;
  const verdict =
    reasons.length > 0 ? `Not verified: ${reason}` : `Not verified completely: ${reason}`;
  return {
    lines: [
      ...findings.map(({ outcome, words }) => `${marks[outcome]}  ${words}`),
      ...checks.map(lineOf),
      ...(chain === null ? [] : [chain.isMoved ? moved : notMoved]),
      verified ? "Verified" : verdict,
    ],
    json: { verified, reason, findings, checks, isMoved: chain?.isMoved ?? null },
    holds: verified || (reasons.length > 0 ? false : null),
  };
}

const moved = "note  The transaction moved the amount from the payer, and to the seller.";
const notMoved =
  "note  The transaction did not move the amount: that it was paid, the settler says.";
const marks = { good: "ok  ", bad: "FAIL", open: "open" } as const;

function lineOf({ what, expected, found, holds }: Check): string {
  return `${marks[holds ? "good" : "bad"]}  ${what}: expected ${expected}, found ${found}`;
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
