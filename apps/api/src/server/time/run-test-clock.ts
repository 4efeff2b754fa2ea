import { setTimeout as sleep } from "node:timers/promises";
import {
  arrive,
  endLease,
  findServicesOn,
  type Lease,
  leaseTestClock,
  moveTestClock,
} from "../../catalog/test-clocks/store.ts";
import { loadTestClock } from "../../catalog/test-clocks/test-clocks.ts";
import { inTransaction } from "../../db/client.ts";
import type { TestClock as TestClockRow } from "../../db/generated/client.ts";
import { everyone } from "../../kit/tenant.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { recordEvents } from "../../outbox/record-events.ts";
import { TestClock } from "../../schemas/test-clocks.ts";
import {
  loadTrackedSettlement,
  notSentYet,
  type Progress,
  step,
} from "../../settlements/engine/step.ts";
import { findNextDue, findUnderWay } from "./next-due.ts";
import { expireAtTestClock, workAtTestClock } from "./work-at-test-clock.ts";

/** The lease on a clock, in milliseconds. After it another process continues, for example when this one was killed. */
const leaseMs = 60_000;
/** The pause before the chain is asked again about payments that are under way, in milliseconds. */
const pauseMs = 50;
/** How many payments are taken to the chain at the same time. */
const maxAtOnce = 16;

/**
 * Advances a clock from one time at which something is due to the next, and does at each what is due, until the clock is at its
 * target. It waits for payments before it goes on, so an invoice that could be collected in time does not expire. Of several
 * processes, one advances a clock.
 *
 * @param signal ends the run between two steps; the next run continues
 */
export async function runTestClock(parts: Parts, id: string, signal: AbortSignal): Promise<void> {
  const { db, clock } = parts;
  let lease: Lease = { id, leasedUntil: leaseEnd(parts) };
  if (!(await leaseTestClock(db, lease, clock.now()))) return;
  try {
    while (!signal.aborted) {
      const at = await loadTestClock({ db, tenant: everyone }, id);
      if (at.advancingTo === null) return;
      await workAtTestClock(parts, at);
      if (!(await awaitPayments(parts, id, signal))) return;
      await expireAtTestClock(parts, at);
      if (at.now >= at.advancingTo) return await end(parts, lease, at);
      const now = (await findNextDue(db, at, at.advancingTo)) ?? at.advancingTo;
      const leasedUntil = leaseEnd(parts);
      if (!(await moveTestClock(db, lease, { now, leasedUntil, updatedAt: clock.now() }))) return;
      lease = { id, leasedUntil };
    }
  } finally {
    await endLease(db, lease);
  }
}

const leaseEnd = ({ clock }: Parts) => new Date(clock.now().getTime() + leaseMs);

/** Takes the payments under way to their results. @returns false when the signal came first */
async function awaitPayments(parts: Parts, id: string, signal: AbortSignal): Promise<boolean> {
  const progress = new Map<string, Progress>();
  for (;;) {
    const underWay = await findUnderWay(parts.db, id, maxAtOnce);
    if (underWay.length === 0) return true;
    if (signal.aborted) return false;
    await Promise.all(
      underWay.map(async (settlementId) => {
        const settlement = await loadTrackedSettlement(parts, settlementId);
        const before = progress.get(settlementId) ?? notSentYet;
        progress.set(settlementId, await step(parts, settlement, { ...before, thorough: true }));
      }),
    );
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined); // aborted: the next round ends it
  }
}

/** The clock has arrived: each of its services gets an event. */
function end({ db, clock }: Parts, lease: Lease, at: TestClockRow): Promise<void> {
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    if (!(await arrive(tx, lease, now))) return;
    const testClock = TestClock.parse({
      ...at,
      status: "READY",
      advancingTo: null,
      updatedAt: now,
    });
    const services = await findServicesOn(tx, at.id);
    const data = services.map((serviceId) => ({ testClock, serviceId }));
    if (data.length > 0) await recordEvents({ tx, now }, "test_clock.ready", data);
  });
}
