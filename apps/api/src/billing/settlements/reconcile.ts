import { within } from "../../lib/time-limit.ts";
import type { Parts } from "../../ports/parts.ts";
import { Driver } from "./driver.ts";
import { loadTrackedSettlement } from "./load-settlement.ts";
import { lookAt } from "./looks.ts";
import { claimSettlements, endLease, type TrackedSettlement } from "./store.ts";

/** How many settlements one process looks at at once. */
const pageSize = 16;
/** How long one of them is looked at, in milliseconds. */
const lookLimitMs = 20_000;
/** How long nobody else looks at what a process has taken on, in milliseconds: it may be killed. */
const leaseMs = 30_000;
/** When the chain is asked again about one for which it had no answer, in milliseconds. */
const retryMs = 2_000;

/**
 * Takes on what is due to be looked at: settlements that nobody waits for any more, confirmed ones
 * until they are final, and nonces that a failed one has left open. Every process does so; a lease
 * keeps two from doing the same. One that is not answered does not keep the others waiting: it may be
 * just theirs that holds it up.
 *
 * @returns "more" when there may be more to do at once, "trouble" when the chain answers to none
 */
export async function reconcile(parts: Parts): Promise<"done" | "more" | "trouble"> {
  const now = parts.clock.now();
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const due = await claimSettlements(parts.db, { now, leaseUntil, limit: pageSize });
  const watched = { kind: "operation", name: "settlements.reconcile" } as const;
  const answered = await Promise.all(
    due.map((settlement) => parts.watch(watched, () => look(parts, settlement, leaseUntil))),
  );
  if (due.length > 0 && !answered.includes(true)) return "trouble";
  return due.length === pageSize ? "more" : "done";
}

/** @returns whether the chain answered */
async function look(parts: Parts, settlement: TrackedSettlement, lease: Date): Promise<boolean> {
  const { id } = settlement;
  const driver = new Driver(parts, { thorough: true });
  try {
    const late = (await within(lookLimitMs, driver.step(settlement))) === "late";
    const answered = !late && driver.trouble === null;
    const { status, submittedAt } = await loadTrackedSettlement(parts, id);
    const now = parts.clock.now();
    const next = answered ? lookAt(status, now) : new Date(now.getTime() + retryMs);
    const isOver = status === "FAILED" && submittedAt === null; // nothing was ever sent
    await endLease(parts.db, id, lease, isOver ? null : next);
    return answered;
  } catch (error) {
    parts.log.error({ err: error, settlementId: id }, "settlement not reconciled");
    return true;
  }
}
