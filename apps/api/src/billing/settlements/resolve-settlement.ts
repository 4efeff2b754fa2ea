import type { Hex } from "../../lib/evm-fields.ts";
import type { Parts } from "../../ports/parts.ts";
import type { Outcome, SentCall } from "../../ports/settlement-chain.ts";
import { halt } from "../signers/signers.ts";
import { findRivalTransactions } from "./attempts.ts";
import { confirmSettlement, takeBackSettlement } from "./confirm-settlement.ts";
import { failSettlement, revertSettlement } from "./fail-settlement.ts";
import { lookAt } from "./looks.ts";
import { moveRecord } from "./moves.ts";
import { stopLooking, type TrackedSettlement } from "./store.ts";
import { calledBy, termsOf } from "./terms.ts";

/** A settlement that was handed to the chain, or is about to be. */
export type SubmittedSettlement = TrackedSettlement & {
  readonly signerAddress: string;
  readonly validUntil: bigint;
  readonly submittedBlock: bigint;
};

/** Whether it was handed to our chain. A database may outlive one, and be none of this one's then. */
export function isOnOurChain(
  { chain }: Parts,
  settlement: TrackedSettlement,
): settlement is SubmittedSettlement {
  return settlement.status !== "PENDING" && settlement.chainId === BigInt(chain.chainId);
}

/**
 * Holds a submitted settlement against the chain once and commits what the chain has decided.
 *
 * @param options.thorough asks also whether it can still land at all
 * @returns whether it is decided, for now or for good; what is not wants to be sent again
 * @throws ChainUnavailable when the chain could not be asked
 */
export async function resolve(
  parts: Parts,
  settlement: SubmittedSettlement,
  options: { readonly thorough: boolean },
): Promise<boolean> {
  if (settlement.status === "FAILED") return isNonceSettled(parts, settlement);
  const rivals = await findRivalTransactions(parts.db, settlement);
  const outcome = await parts.chain.outcomeOf(callOf(parts, settlement, rivals), options);
  if (settlement.status === "CONFIRMED") return watch(parts, settlement, outcome);
  const { id } = settlement;
  switch (outcome.state) {
    case "undecided":
      return false;
    case "recorded":
      await confirmSettlement(parts, settlement, outcome.at, outcome);
      return true;
    case "reverted":
      if (outcome.succeeded) {
        parts.log.error(
          { settlementId: id },
          "ALARM: a settlement's transaction succeeded without its event",
        );
      }
      await (outcome.final ? failSettlement : revertSettlement)(
        parts,
        id,
        outcome.reason,
        settlement.revertedAt === null ? outcome.gasUsed : null,
      );
      return true;
    case "expired":
      await failSettlement(parts, id, "The settlement's time on the chain passed unused.");
      return true;
    case "displaced":
      await halt(parts, settlement.signerAddress);
      await failSettlement(parts, id, "Another transaction has used the settlement's nonce.");
      return true;
  }
}

/** A settlement that failed for good holds up those behind it until its nonce is used. */
async function isNonceSettled(
  { db, chain }: Parts,
  { id, signerAddress, nonce }: SubmittedSettlement,
): Promise<boolean> {
  if (nonce !== null && !(await chain.isNonceUsed(signerAddress as Hex, nonce))) return false;
  await stopLooking(db, id);
  return true;
}

/** Sees to a confirmed settlement until no reorganisation can take it back. */
async function watch(
  parts: Parts,
  settlement: SubmittedSettlement,
  outcome: Outcome,
): Promise<boolean> {
  const { id, blockNumber, blockHash, transactionHash } = settlement;
  if (outcome.state === "recorded") {
    const { at, final } = outcome;
    const isWhereItWas = at.blockHash === blockHash && at.transactionHash === transactionHash;
    if (final || !isWhereItWas) {
      const nextLookAt = final ? null : lookAt("CONFIRMED", parts.clock.now());
      await moveRecord(parts.db, id, { ...at, nextLookAt });
    }
    return true;
  }
  if (blockNumber === null || blockHash === null) throw new Error(`${id} stands in no block.`);
  // A node that lags behind has no receipt either. One that has another block in its place has proof.
  if ((await parts.chain.hasBlock({ blockNumber, blockHash: blockHash as Hex })) !== false) {
    return true;
  }
  await takeBackSettlement(parts, settlement);
  return false;
}

function callOf(
  { chain }: Parts,
  settlement: SubmittedSettlement,
  rivals: readonly string[],
): SentCall {
  const { signerAddress, nonce, validUntil, submittedBlock, transactionHash } = settlement;
  const signed = settlement.transactions.map(({ hash }) => hash);
  const hashes = signed.length > 0 || transactionHash === null ? signed : [transactionHash];
  return {
    terms: termsOf(settlement),
    ...calledBy(settlement, chain),
    operator: signerAddress as Hex,
    hashes: hashes as Hex[],
    rivals: rivals.filter((hash) => !hashes.includes(hash)) as Hex[],
    cancelling: settlement.transactions.filter((one) => one.cancels).map(({ hash }) => hash as Hex),
    nonce,
    validUntil,
    submittedBlock,
  };
}
