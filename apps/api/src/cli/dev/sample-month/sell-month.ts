import type { Subscription, UsanceClient } from "@usance/sdk";
import { advanceTo, type Making, type PausableRegistry } from "./making.ts";
import { billDay } from "./sample-bills.ts";
import { makeCatalog } from "./sample-catalog.ts";
import { recordUsage, type Subscriptions, subscribe } from "./sample-subscribers.ts";

/** The sample service and its owner. */
export interface Month {
  readonly serviceId: string;
  readonly ownerId: string;
}

const dayMs = 86_400_000;
const daysInMonth = 30;
/** The days between two stops of the clock. */
const step = 3;

/**
 * Makes a month of a seller's sales: two services on a test clock, with plans, a rate card, subscribers, usage, invoices in every
 * state, settlements on the local chain, of which one fails, credit notes, a balance with holds, and a webhook endpoint that does
 * not answer. The clock begins a month ago, and is advanced from stop to stop, so that the records have the times of a month.
 *
 * @param run names the calls: those of an earlier attempt are not done again
 * @param terms.now the end of the month
 * @param terms.registry is paused for the settlement that fails
 * @throws UsanceError
 */
export async function sellMonth(
  usance: UsanceClient,
  run: string,
  { now, registry }: { readonly now: Date; readonly registry: PausableRegistry },
): Promise<Month> {
  const at = (day: number) => new Date(now.getTime() + (day - daysInMonth) * dayMs);
  const once = (name: string) => ({
    idempotencyKey: `sample-month-${run}-${name.replaceAll(" ", "-")}`,
  });
  const making: Making = { usance, run, once, at, registry };
  const { id: testClockId } = await usance.testClocks.create(
    { now: at(0).toISOString(), name: "The sample's month" },
    once("clock"),
  );
  const catalog = await makeCatalog(making, testClockId);
  const subscriptions: Subscriptions = new Map();
  await subscribe(making, catalog, subscriptions, 0);
  const [first] = subscriptions.values();
  if (first === undefined) throw new Error("Somebody subscribes on the first day.");
  const balanceId = await addBalance(making, first);
  for (let day = step; day <= daysInMonth; day += step) {
    await advanceTo(usance, testClockId, at(day));
    await subscribe(making, catalog, subscriptions, day);
    await recordUsage(making, subscriptions, [day - step, day]);
    await billDay(making, catalog, subscriptions, day);
  }
  await addHolds(making, first, balanceId);
  return { serviceId: catalog.weather.id, ownerId: catalog.weather.ownerId };
}

/** A prepaid balance with credit. */
async function addBalance(
  { usance, once }: Making,
  { serviceId, userId }: Subscription,
): Promise<string> {
  const { id } = await usance.balances.create({ serviceId, userId, lowAt: "5" }, once("balance"));
  const credit = { balanceId: id, amount: "20", reason: "Welcome credit" };
  await usance.balances.grant(credit, once("credit"));
  return id;
}

/** A hold that was committed, and one that is still held. */
async function addHolds(
  { usance, run, once, at }: Making,
  { id: subscriptionId }: Subscription,
  balanceId: string,
): Promise<void> {
  const expiresAt = at(daysInMonth + 0.9).toISOString();
  for (const [place, amount] of ["1.5", "0.75"].entries()) {
    const key = `sample-${run}-${place}`;
    const hold = await usance.holds.create({ balanceId, key, amount, expiresAt });
    if (place > 0 || hold.status !== "HELD") continue;
    const usageEvent = { subscriptionId, eventKey: `maps:${key}`, quantity: "12" };
    await usance.holds.commit({ holdId: hold.id, amount: "1.2", usageEvent }, once("hold"));
  }
}
