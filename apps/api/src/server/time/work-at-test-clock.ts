import { findClocksInUse } from "../../catalog/test-clocks/store.ts";
import type { TestClock } from "../../db/generated/client.ts";
import { TestTime } from "../../kit/clock.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { topUpLowBalances } from "../../settlements/auto-top-ups/top-up-low-balances.ts";
import { collectDueInvoices } from "../../settlements/collect-under-cap.ts";

type At = Pick<TestClock, "id" | "now">;

const scopeOf = ({ clock }: Parts, { id, now }: At) => ({
  testClockId: id,
  now: () => new TestTime(now, clock.now()),
});

/**
 * Does what is due of a test clock's services at its time, in the order in which one follows from the other: renewals and
 * top-ups open invoices, which are then collected. Payments that this starts are not waited for.
 */
export async function workAtTestClock(parts: Parts, at: At): Promise<void> {
  const scope = scopeOf(parts, at);
  await parts.due.advanceAll(parts, "checkoutSessions", scope);
  await parts.due.advanceAll(parts, "balances", scope);
  await parts.due.advanceAll(parts, "subscriptions", scope);
  await topUpLowBalances(parts, scope);
  await collectDueInvoices(parts, scope);
}

/** Expires the invoices that are past due. It comes last: a payment that was started in time counts. */
export function expireAtTestClock(parts: Parts, at: At): Promise<void> {
  return parts.due.advanceAll(parts, "invoices", scopeOf(parts, at));
}

/** Job: does what is due at the times of test clocks that stand still, for example after usage made a balance low. */
export async function workAtTestClocks(parts: Parts): Promise<void> {
  if (!parts.times.areTestClocksAllowed) return;
  for (const testClock of await findClocksInUse(parts.db)) {
    if (testClock.status !== "READY") continue;
    await workAtTestClock(parts, testClock);
    await expireAtTestClock(parts, testClock);
  }
}
