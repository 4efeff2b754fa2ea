import type { TrackedSettlement } from "../../chain/executor.ts";
import { within } from "../../kit/time-limit.ts";
import type { SettlementParts } from "../../operation/ports/parts.ts";
import { nextCheckFrom } from "../../schemas/settlement-states.ts";
import { checkDue, checkLimitMs, forgetTrouble, noteTrouble, tooSlow } from "../chain-checks.ts";
import { loadTrackedSettlement, notSentYet, step } from "./step.ts";
import { claimSettlements, endLease } from "./store.ts";

/**
 * Returns when a settlement is checked again if the chain did not answer: after a tenth of the time since the first such
 * check, but at least 2 s and at most a minute.
 */
const retryAt = (since: Date, now: Date) =>
  new Date(
    now.getTime() + Math.min(Math.max((now.getTime() - since.getTime()) / 10, 2_000), 60_000),
  );

/**
 * Takes a step with every settlement whose next check is due: undecided ones, whether or not a caller waits (it submits
 * those that are `PENDING`); confirmed and reverted ones until they are final; and failed ones whose nonce is unused.
 *
 * @returns see checkDue
 */
export function reconcile(parts: SettlementParts) {
  return checkDue(parts, "settlements.reconcile", claimSettlements, (settlement, lease) =>
    check(parts, settlement, lease),
  );
}

/** Takes a step with a settlement and sets the time of its next check. @returns whether the chain answered */
async function check(
  parts: SettlementParts,
  settlement: TrackedSettlement,
  lease: Date,
): Promise<boolean> {
  const { id } = settlement;
  try {
    const stepping = step(parts, settlement, { ...notSentYet, thorough: true });
    const stepped = await within(checkLimitMs, stepping);
    const trouble = stepped === "late" ? tooSlow : stepped.trouble;
    const { status, submittedAt } = await loadTrackedSettlement(parts, id);
    const now = parts.clock.now();
    const isOver = status === "FAILED" && submittedAt === null; // nothing was ever sent
    const since = trouble === null || isOver ? null : await noteTrouble(parts.db, id, trouble, now);
    if (since === null) await forgetTrouble(parts.db, id);
    const next = since === null ? nextCheckFrom(status, now) : retryAt(since, now);
    await endLease(parts.db, id, lease, isOver ? null : next);
    return trouble === null;
  } catch (error) {
    parts.log.error({ err: error, settlementId: id }, "settlement not reconciled");
    return true; // the error is not the chain's, so the reconciler need not wait for the chain
  }
}
