import { withSecretFiles } from "../../kit/config/config.ts";
import { Refusal } from "../../kit/refusal.ts";
import type { SettlementProof } from "../../schemas/settlement-proofs.ts";
import { CommandError } from "../command-error.ts";
import type { Answer, Environment, Surroundings } from "../command-line.ts";
import { checkProof } from "./check-proof.ts";
import type { Check } from "./checks.ts";
import { findAddress } from "./find-address.ts";
import { readProof } from "./read-proof.ts";
import { storedProof } from "./stored-proof.ts";

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
