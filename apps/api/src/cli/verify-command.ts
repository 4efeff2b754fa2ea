import type { SettlementProof } from "../contract/settlement-proofs.ts";
import { Refusal } from "../lib/refusal.ts";
import { type Check, checkProof } from "./check-proof.ts";
import { CommandError } from "./command-error.ts";
import { type Environment, findAddress } from "./find-address.ts";
import { readProof } from "./read-proof.ts";
import { storedProof } from "./stored-proof.ts";

const usage = `Usage:
  pnpm verify <settlement id>   a settlement in the service's database
  pnpm verify <proof.json>      the answer of GET /settlements/{settlementId}/proof
  pnpm verify -                 the same on standard input`;

interface Outcome {
  readonly lines: readonly string[];
  /** Whether the chain shows the settlement, in every point. */
  readonly verified: boolean;
}

/**
 * Holds the settlement that the words after `pnpm verify` name against the chain.
 *
 * @throws CommandError and ConfigError for what is not there, ChainUnavailable
 */
export async function verifyCommand(
  words: readonly string[],
  environment: Environment,
): Promise<Outcome> {
  const [word, ...more] = words;
  if (!word || more.length > 0 || /^--?\w/.test(word)) throw new CommandError(usage);
  const rpcUrl = await findAddress(environment, "SETTLEMENT_RPC_URL");
  const proof = await findProof(word, environment);
  if (typeof proof === "string") return { lines: [`Not verified: ${proof}`], verified: false };

  const checks = await checkProof(proof, rpcUrl);
  const failed = checks.filter(({ holds }) => !holds).map(({ what }) => what);
  const verdict = failed.length === 0 ? "Verified" : `Not verified: ${failed.join(", ")}`;
  return { lines: [...checks.map(lineOf), verdict], verified: failed.length === 0 };
}

/** @returns a proof, or why a settlement has none yet */
async function findProof(
  word: string,
  environment: Environment,
): Promise<SettlementProof | string> {
  // No id has a dot or a slash.
  if (word === "-" || /[./\\]/.test(word)) return readProof(word);
  try {
    return await storedProof(word, environment);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.kind === "conflict") return error.message;
    throw new CommandError(error.message);
  }
}

function lineOf({ what, expected, found, holds }: Check): string {
  return `${holds ? "ok  " : "FAIL"}  ${what}: expected ${expected}, found ${found}`;
}
