import { setTimeout as sleep } from "node:timers/promises";
import type { SettlementState } from "../../contract/states.ts";
import { within } from "../../lib/time-limit.ts";
import type { Parts } from "../../ports/parts.ts";
import { Driver } from "./driver.ts";
import { refuseSettlement, timeOutSettlement } from "./fail-settlement.ts";
import { loadTrackedSettlement, reloadSettlement } from "./load-settlement.ts";
import type { SettlementRow } from "./store.ts";

/** The pause before the next look at the chain, in milliseconds: from 20 to 1,000, half more each time. */
const longer = (pause: number) => Math.min(Math.max(pause * 1.5, 20), 1_000);

/** The chain has spoken. A reorganisation may yet change what it said; the caller does not wait for that. */
const decided: ReadonlySet<SettlementState> = new Set(["CONFIRMED", "FAILED", "REVERTED"]);

/**
 * Drives a settlement until the chain has decided or the time limit has passed. Any number of
 * callers may drive the same one, in any number of processes: every step is a compare-and-set, and
 * what is sent was stored before.
 *
 * @returns the settlement as it stands then: CONFIRMED, FAILED, REVERTED or TIMED_OUT
 */
export async function settle(parts: Parts, id: string): Promise<SettlementRow> {
  const deadline = performance.now() + parts.settlementTimeoutMs;
  const driver = new Driver(parts, { thorough: false });
  let settlement = await loadTrackedSettlement(parts, id);
  for (let pause = 0; !decided.has(settlement.status); pause = longer(pause)) {
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) {
      await giveUp(parts, id, driver.trouble);
      break;
    }
    await sleep(Math.min(pause, leftMs));
    const stepped = await within(deadline - performance.now(), driver.step(settlement));
    if (stepped === "decided") {
      const shown = await reloadSettlement(parts, id);
      if (decided.has(shown.status)) return shown;
    }
    const isKnown = typeof stepped === "object" && stepped !== null;
    settlement = isKnown ? stepped : await loadTrackedSettlement(parts, id);
  }
  return reloadSettlement(parts, id);
}

/** Whatever state it is in by now: each of the two holds for one state and leaves the others alone. */
async function giveUp(parts: Parts, id: string, trouble: string | null): Promise<void> {
  await refuseSettlement(parts, id, trouble ?? "The settlement chain did not answer in time.");
  const seconds = parts.settlementTimeoutMs / 1_000;
  const why = `The settlement was not confirmed within ${seconds} s; it may still be.`;
  await timeOutSettlement(parts, id, trouble === null ? why : `${why} ${trouble}`);
}
