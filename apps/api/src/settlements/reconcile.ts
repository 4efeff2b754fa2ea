import type { Parts } from "../parts.ts";
import { within } from "../shared/time-limit.ts";
import { Driver } from "./driver.ts";
import { loadTrackedSettlement } from "./load-settlement.ts";
import { lookAt } from "./looks.ts";
import { claimSettlements, lookAgain, type TrackedSettlement } from "./store.ts";

/** How many settlements one process takes on at a time. */
const pageSize = 50;
/** How long one of them is looked at, in milliseconds. */
const lookLimitMs = 30_000;
/** How long nobody else looks at what a process has taken on, in milliseconds: it may be killed. */
const leaseMs = 60_000;

/**
 * Takes on what is due to be looked at: settlements that nobody waits for any more, confirmed ones
 * until they are final, and nonces that a failed one has left open. Every process does so; a lease
 * keeps two from doing the same. It goes in the order of nonces, since a transaction that never
 * reached the chain holds up all that come after it.
 *
 * @returns "more" when there may be more to do at once, "trouble" when the chain does not answer
 */
export async function reconcile(parts: Parts): Promise<"done" | "more" | "trouble"> {
  const now = parts.clock.now();
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const due = await claimSettlements(parts.db, { now, leaseUntil, limit: pageSize });
  for (const [looked, settlement] of due.entries()) {
    if (await look(parts, settlement)) continue;
    // What does not answer to one answers to none.
    for (const { id, status } of due.slice(looked + 1)) {
      await lookAgain(parts.db, id, lookAt(status, parts.clock.now()));
    }
    return "trouble";
  }
  return due.length === pageSize ? "more" : "done";
}

/** @returns whether the chain answered */
async function look(parts: Parts, settlement: TrackedSettlement): Promise<boolean> {
  const { id, nextLookAt } = settlement;
  const driver = new Driver(parts, { thorough: true });
  try {
    const late = (await within(lookLimitMs, driver.step(settlement))) === "late";
    const { status, nextLookAt: meant } = await loadTrackedSettlement(parts, id);
    // Whoever has moved it has said when it is to be looked at again.
    if (meant?.getTime() === nextLookAt?.getTime()) {
      await lookAgain(parts.db, id, lookAt(status, parts.clock.now()));
    }
    return !late && driver.trouble === null;
  } catch (error) {
    parts.log.error({ err: error, settlementId: id }, "settlement not reconciled");
    return true;
  }
}
