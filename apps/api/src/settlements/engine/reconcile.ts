import type { TrackedSettlement } from "../../chain/executor.ts";
import { within } from "../../kit/time-limit.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { nextCheckFrom } from "../../schemas/settlement-states.ts";
import { forgetTrouble, noteTrouble, tooSlow } from "../chain-checks.ts";
import { loadTrackedSettlement, notSentYet, type StepParts, step } from "./step.ts";
import { claimSettlements, endLease } from "./store.ts";

/** How many settlements one process checks concurrently. */
const pageSize = 16;
/** The time limit of one check, in milliseconds. */
const reconcileLimitMs = 20_000;
/**
 * The lease on claimed settlements, in milliseconds. After it other processes may claim them, for example when this one
 * was killed.
 */
const leaseMs = 30_000;
/**
 * When a settlement is checked again if the chain did not answer about it: after a tenth of the time for which it has not
 * answered, but at least 2 s and at most a minute.
 */
const retryAt = (since: Date, now: Date) =>
  new Date(
    now.getTime() + Math.min(Math.max((now.getTime() - since.getTime()) / 10, 2_000), 60_000),
  );

/**
 * Takes a step with every settlement whose next check is due: undecided ones, whether or not a caller waits (it submits
 * those that are `PENDING`); confirmed and reverted ones until they are final; and failed ones whose nonce is unused.
 * Every process does so; a lease prevents two from checking the same settlement. A settlement without an answer does
 * not delay the others, because the problem may be specific to it.
 *
 * @returns "more" when more may be due now, "trouble" when the chain answered for none
 */
export async function reconcile(
  parts: StepParts & Pick<Parts, "watch">,
): Promise<"done" | "more" | "trouble"> {
  const now = parts.clock.now();
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const due = await claimSettlements(parts.db, { now, leaseUntil, limit: pageSize });
  const watched = { kind: "operation", name: "settlements.reconcile" } as const;
  const answered = await Promise.all(
    due.map((settlement) => parts.watch(watched, () => check(parts, settlement, leaseUntil))),
  );
  if (due.length > 0 && !answered.includes(true)) return "trouble";
  return due.length === pageSize ? "more" : "done";
}

/** Takes a step with a settlement and sets the time of its next check. @returns whether the chain answered */
async function check(
  parts: StepParts,
  settlement: TrackedSettlement,
  lease: Date,
): Promise<boolean> {
  const { id } = settlement;
  try {
    const stepping = step(parts, settlement, { ...notSentYet, thorough: true });
    const stepped = await within(reconcileLimitMs, stepping);
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
