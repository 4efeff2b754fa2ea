import { nextLookFrom } from "../../../contract/settlement-states.ts";
import type { Hex } from "../../../lib/evm-fields.ts";
import type { TrackedSettlement } from "../../../ports/executor.ts";
import type { Parts } from "../../../ports/parts.ts";
import { ChainUnavailable, type SettlementOutcome } from "../../../ports/settlement-chain.ts";
import { halt, KeyUsedElsewhere } from "../../signers/signers.ts";
import { confirmSettlement, failSettlement, takeBackSettlement } from "./commit-outcomes.ts";
import { findRivalTransactions, stopLooking, updatePosition } from "./store.ts";
import { submit } from "./submit.ts";
import { isOnOurChain, type SubmittedSettlement, sentCallOf } from "./terms.ts";

/** The dependencies of a step, for every caller. */
export type StepParts = Pick<
  Parts,
  | "db"
  | "batch"
  | "chain"
  | "executor"
  | "clock"
  | "log"
  | "tally"
  | "afterPayment"
  | "checkoutUrl"
  | "emails"
>;

/** The minimum time before a transaction is sent again, in milliseconds. */
const resendAfterMs = 2_000;

/** What a caller knows from its previous steps. */
export interface Progress {
  /** When it last sent the settlement, by performance.now(). Null: it only reads and must not send. */
  readonly sentAt: number | null;
  /** The last problem with the chain, as a sentence for callers; null without one. */
  readonly trouble: string | null;
}

/** The progress before the first step of a caller that sends. */
export const notSentYet: Progress = { sentAt: Number.NEGATIVE_INFINITY, trouble: null };
/** The progress before the only step of a caller that reads. */
export const neverSends: Progress = { sentAt: null, trouble: null };

/** The result of a step. */
export interface Step extends Progress {
  /** The settlement, if this step submitted it. */
  readonly submitted: TrackedSettlement | null;
  /**
   * Whether this step found nothing left to send: the chain has decided, or a failed settlement's nonce is used. False
   * after a refused submission; load the settlement to see that.
   */
  readonly isDecided: boolean;
}

interface StepOptions extends Progress {
  /** Whether to also check if the settlement can still land at all, which costs more requests. */
  readonly thorough: boolean;
}

/**
 * Checks a settlement once and advances it: submits a `PENDING` one, commits what the chain has decided, and resends an
 * undecided one, or a failed one whose unused nonce holds up later transactions. Any number of callers and processes may do so concurrently: every change is a compare-and-set, and
 * everything is stored before it is sent. A chain that does not answer is reported as `trouble`, not thrown.
 */
export async function step(
  parts: StepParts,
  settlement: TrackedSettlement,
  { thorough, ...before }: StepOptions,
): Promise<Step> {
  const unchanged: Step = { ...before, submitted: null, isDecided: false };
  let { sentAt } = before;
  const push = async (sent: TrackedSettlement) => {
    sentAt = performance.now();
    await parts.executor.push(sent);
  };
  try {
    if (settlement.status === "PENDING") {
      const submitted = sentAt === null ? null : await submit(parts, settlement);
      if (submitted === null) return unchanged;
      await push(submitted);
      return { ...unchanged, submitted, sentAt, trouble: null };
    }
    if (!isOnOurChain(parts, settlement)) return unchanged;
    if (await applyOutcome(parts, settlement, thorough)) return { ...unchanged, isDecided: true };
    // Without a new send, the trouble of the last send still applies.
    if (sentAt === null || performance.now() - sentAt < resendAfterMs) return unchanged;
    await push(settlement);
    return { ...unchanged, sentAt, trouble: null };
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    if (error instanceof KeyUsedElsewhere) await halt(parts, error.signer);
    const { id: settlementId } = settlement;
    parts.log.warn({ settlementId, reason: error.reason }, "chain unavailable");
    return { ...unchanged, sentAt, trouble: error.message };
  }
}

/**
 * Checks a submitted settlement against the chain and commits what the chain has decided.
 *
 * @returns whether nothing is left to send (`isDecided`)
 * @throws ChainUnavailable
 */
async function applyOutcome(
  parts: StepParts,
  settlement: SubmittedSettlement,
  thorough: boolean,
): Promise<boolean> {
  if (settlement.status === "FAILED") return stopIfNonceIsUsed(parts, settlement);
  const rivals = await findRivalTransactions(parts.db, settlement);
  const outcome = await parts.chain.outcomeOf(sentCallOf(settlement, parts.chain, rivals), {
    thorough,
  });
  if (settlement.status === "CONFIRMED") return recheckConfirmed(parts, settlement, outcome);
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
      await failSettlement(parts, id, {
        trigger: outcome.final ? "fail" : "revert",
        failure: outcome.reason,
        gasUsed: settlement.revertedAt === null ? outcome.gasUsed : null,
      });
      return true;
    case "expired":
      await failSettlement(parts, id, {
        trigger: "fail",
        failure: "The settlement's time on the chain passed unused.",
      });
      return true;
    case "displaced":
      await halt(parts, settlement.signerAddress);
      await failSettlement(parts, id, {
        trigger: "fail",
        failure: "Another transaction has used the settlement's nonce.",
      });
      return true;
  }
}

/** Stops the checks of a permanently failed settlement once its nonce is used: until then it blocks later nonces. */
async function stopIfNonceIsUsed(
  { db, chain }: Pick<Parts, "db" | "chain">,
  { id, signerAddress, nonce }: SubmittedSettlement,
): Promise<boolean> {
  if (nonce !== null && !(await chain.isNonceUsed(signerAddress as Hex, nonce))) return false;
  await stopLooking(db, id);
  return true;
}

/** Checks a confirmed settlement until it is final. */
async function recheckConfirmed(
  parts: StepParts,
  settlement: SubmittedSettlement,
  outcome: SettlementOutcome,
): Promise<boolean> {
  const { id, blockNumber, blockHash, transactionHash } = settlement;
  if (outcome.state === "recorded") {
    const { at, final } = outcome;
    const isWhereItWas = at.blockHash === blockHash && at.transactionHash === transactionHash;
    if (final || !isWhereItWas) {
      const nextLookAt = final ? null : nextLookFrom("CONFIRMED", parts.clock.now());
      await updatePosition(parts.db, id, { ...at, nextLookAt });
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
