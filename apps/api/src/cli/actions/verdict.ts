import type { Finding } from "@usance/proofs";
import { lineForTerminal } from "../../kit/readable-text.ts";
import type { Answer } from "../command-line.ts";
import type { Check, Checked } from "./check-proof.ts";

/**
 * What all checks say together.
 *
 * @param findings of the bill
 * @param chain null: it was not asked
 */
export function answerOf(findings: readonly Finding[], chain: Checked | null): Answer {
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
    ].map(lineForTerminal),
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
