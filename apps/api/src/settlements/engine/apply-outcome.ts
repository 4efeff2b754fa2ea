import type { SettlementOutcome } from "../../chain/settlement-terms.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import type { SettlementParts } from "../../operation/ports/parts.ts";
import { nextCheckFrom } from "../../schemas/settlement-states.ts";
import { searchOf } from "../chain-checks.ts";
import { halt } from "../signers/signers.ts";
import { isCarriedOutElsewhere } from "./carried-out.ts";
import { confirmSettlement, failSettlement, takeBackSettlement } from "./commit-outcomes.ts";
import { findRivalTransactions, stopLooking, updatePosition } from "./store.ts";
import { type SubmittedSettlement, sentCallOf } from "./terms.ts";

/**
 * Checks a submitted settlement against the chain and commits what the chain has decided.
 *
 * @returns whether nothing is left to send
 * @throws ChainUnavailable
 */
export async function applyOutcome(
  parts: SettlementParts,
  settlement: SubmittedSettlement,
  thorough: boolean,
): Promise<boolean> {
  if (settlement.status === "FAILED") return stopIfNonceIsUsed(parts, settlement);
  const rivals = await findRivalTransactions(parts.db, settlement);
  const outcome = await parts.chain.outcomeOf(sentCallOf(settlement, rivals), {
    thorough,
    search: searchOf(parts, settlement),
  });
  if (settlement.status === "CONFIRMED") return recheckConfirmed(parts, settlement, outcome);
  const { id } = settlement;
  switch (outcome.state) {
    case "undecided":
      return false;
    case "recorded":
      await confirmSettlement(parts, settlement, outcome);
      return true;
    case "reverted":
      if (outcome.succeeded) {
        parts.log.error(
          { settlementId: id },
          "ALARM: a settlement's transaction succeeded without its event",
        );
      }
      await fail(parts, settlement, {
        trigger: outcome.final ? "fail" : "revert",
        failure: outcome.reason,
        gasUsed: settlement.revertedAt === null ? outcome.gasUsed : null,
      });
      return true;
    case "expired":
      await fail(parts, settlement, {
        trigger: "fail",
        failure: "The settlement's time on the chain passed unused.",
      });
      return true;
    case "displaced":
      await halt(parts, settlement.signerAddress);
      await fail(parts, settlement, {
        trigger: "fail",
        failure: "Another transaction has used the settlement's nonce.",
      });
      return true;
  }
}

async function fail(
  parts: SettlementParts,
  settlement: SubmittedSettlement,
  failing: Parameters<typeof failSettlement>[2],
): Promise<void> {
  const isPaid = failing.trigger === "fail" && (await isCarriedOutElsewhere(parts, settlement));
  await failSettlement(parts, settlement, { ...failing, carriedOut: isPaid ? settlement : null });
}

/** Stops the checks of a permanently failed settlement once its nonce is used: until then it blocks later nonces. */
async function stopIfNonceIsUsed(
  { db, chain }: SettlementParts,
  { id, signerAddress, nonce }: SubmittedSettlement,
): Promise<boolean> {
  if (nonce !== null && !(await chain.isNonceUsed(signerAddress as Hex, nonce))) return false;
  await stopLooking(db, id);
  return true;
}

/** Checks a confirmed settlement until it is final. */
async function recheckConfirmed(
  parts: SettlementParts,
  settlement: SubmittedSettlement,
  outcome: SettlementOutcome,
): Promise<boolean> {
  const { id, blockNumber, blockHash, transactionHash } = settlement;
  if (outcome.state === "recorded") {
    const { at, final } = outcome;
    const isWhereItWas = at.blockHash === blockHash && at.transactionHash === transactionHash;
    if (final || !isWhereItWas) {
      const nextCheckAt = final ? null : nextCheckFrom("CONFIRMED", parts.clock.now());
      await updatePosition(parts.db, id, { ...at, nextCheckAt });
    }
    return true;
  }
  if (blockNumber === null || blockHash === null) throw new Error(`${id} stands in no block.`);
  // A lagging node has no receipt either. Only a different block at the same height is proof.
  if ((await parts.chain.hasBlock({ blockNumber, blockHash: blockHash as Hex })) !== false) {
    return true;
  }
  await takeBackSettlement(parts, settlement);
  return false;
}
