import { ChainUnavailable } from "../../chain/chain-errors.ts";
import type { TrackedSettlement } from "../../chain/executor.ts";
import type { Queryable } from "../../db/client.ts";
import { inOrder } from "../../kit/in-order.ts";
import { Refusal } from "../../kit/refusal.ts";
import type { SettlementParts } from "../../operation/ports/parts.ts";
import { settlementNotFound } from "../../schemas/settlements.ts";
import { halt, KeyUsedElsewhere } from "../signers/signers.ts";
import { applyOutcome } from "./apply-outcome.ts";
import { findTrackedSettlements } from "./store.ts";
import { submit } from "./submit.ts";
import { isOnOurChain } from "./terms.ts";

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
 * undecided one, or a failed one whose unused nonce holds up later transactions. Any number of callers and processes may
 * do so concurrently: every change is a compare-and-set, and everything is stored before it is sent. A chain that does
 * not answer is reported as `trouble`, not thrown.
 */
export async function step(
  parts: SettlementParts,
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

/** Loads a settlement for a step, of any seller. The read is batched with others. */
export async function loadTrackedSettlement(
  { batch }: SettlementParts,
  id: string,
): Promise<TrackedSettlement> {
  const settlement = await batch.read(readTrackedSettlements, id);
  if (settlement === null) throw new Refusal(settlementNotFound);
  return settlement;
}

const readTrackedSettlements = async (db: Queryable, ids: readonly string[]) =>
  inOrder(ids, await findTrackedSettlements(db, ids));
