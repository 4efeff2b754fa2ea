import { setTimeout as sleep } from "node:timers/promises";
import type { TrackedSettlement } from "../../chain/executor.ts";
import { within } from "../../kit/time-limit.ts";
import type { SettlementParts } from "../../operation/ports/parts.ts";
import { factsOf } from "../../schemas/settlement-states.ts";
import { reloadSettlement } from "../load-settlement.ts";
import type { SettlementRow } from "../store.ts";
import { failSettlement } from "./commit-outcomes.ts";
import { loadTrackedSettlement, notSentYet, type Progress, step } from "./step.ts";

/** Returns the pause before the next step, in milliseconds: 0, then 20, growing by half each time to 1,000. */
const longer = (pause: number) => Math.min(Math.max(pause * 1.5, 20), 1_000);

/** The minimum time that a step gets before the next one starts beside it, in milliseconds. */
const minStepMs = 1_000;

/**
 * Drives a settlement until the chain has decided or the time limit has passed, which ends it. A reorganization may still
 * change the result, but the caller does not wait for that.
 *
 * @returns the settlement at that time: CONFIRMED, FAILED, REVERTED or TIMED_OUT
 */
export async function settle(parts: SettlementParts, id: string): Promise<SettlementRow> {
  const { settlement, trouble } = await drive(parts, id, parts.settlementTimeoutMs);
  if (factsOf(settlement.status).verdict === null) await giveUp(parts, settlement, trouble);
  return reloadSettlement(parts, id);
}

/**
 * Drives a settlement until the chain has decided or the time limit has passed. It is not ended by that: the reconciler
 * goes on.
 *
 * @param limitMs in milliseconds
 * @returns the settlement at that time, and the last trouble with the chain
 */
export async function drive(
  parts: SettlementParts,
  id: string,
  limitMs: number,
): Promise<{ readonly settlement: TrackedSettlement; readonly trouble: string | null }> {
  const deadline = performance.now() + limitMs;
  // A step waits for a request that the node never answers. The next one asks again, while the caller has time left.
  const stepMs = Math.max(limitMs / 2, minStepMs);
  let progress: Progress = notSentYet;
  let settlement = await loadTrackedSettlement(parts, id);
  for (let pause = 0; factsOf(settlement.status).verdict === null; pause = longer(pause)) {
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) break;
    await sleep(Math.min(pause, leftMs));
    const stepping = step(parts, settlement, { ...progress, thorough: false });
    const stepped = await within(Math.min(deadline - performance.now(), stepMs), stepping);
    if (stepped !== "late") progress = stepped;
    const submitted = stepped === "late" ? null : stepped.submitted;
    settlement = submitted ?? (await loadTrackedSettlement(parts, id));
  }
  return { settlement, trouble: progress.trouble };
}

/**
 * Ends the wait for a settlement, whose state may have changed by now. `refuse` changes only a `PENDING` one,
 * `timeOut` only a `SUBMITTED` one.
 */
async function giveUp(
  parts: SettlementParts,
  settlement: TrackedSettlement,
  trouble: string | null,
): Promise<void> {
  const unsent = trouble ?? "The settlement chain did not answer in time.";
  await failSettlement(parts, settlement, { trigger: "refuse", failure: unsent });
  const seconds = parts.settlementTimeoutMs / 1_000;
  const why = `The settlement was not confirmed within ${seconds} s; it may still be.`;
  const failure = trouble === null ? why : `${why} ${trouble}`;
  await failSettlement(parts, settlement, { trigger: "timeOut", failure });
}
