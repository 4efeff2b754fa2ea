import { z } from "zod";
import type { InTransaction } from "../db/client.ts";
import { filterId, omittable, oneOf, optionalBoolean, request } from "../kit/fields.ts";
import { page, pageOf } from "../kit/lists.ts";
import { orRefuse, Refusal } from "../kit/refusal.ts";
import { everyone } from "../kit/tenant.ts";
import { read, write } from "../operation/define.ts";
import { upToDate } from "../operation/ports/due.ts";
import type { Writing } from "../operation/work.ts";
import { recordEvent } from "../outbox/record-events.ts";
import type { EventType } from "../schemas/events.ts";
import {
  cancellationNotScheduled,
  Subscription,
  SubscriptionId,
  subscriptionNotActive,
  subscriptionNotFound,
  subscriptionStatuses,
  subscriptionWithoutPeriodEnd,
} from "../schemas/subscriptions.ts";
import { loadSubscription, type SubscriptionWithPlan } from "./load-subscription.ts";
import {
  type Canceller,
  cancelActive,
  findSubscription,
  findSubscriptions,
  lockScheduled,
  scheduleCancellation,
  unscheduleCancellation,
} from "./store.ts";

const OneSubscription = z.object({ subscription: Subscription });

/** Due renewals are applied first. */
export const getSubscription = read("GET /subscriptions/{subscriptionId}", {
  name: "subscriptions.get",
  summary: "Get a subscription",
  description:
    "Includes the current billing period. If the last period has ended, the subscription is renewed first.",
  refusals: { subscriptionNotFound },
  input: SubscriptionId,
  output: OneSubscription,
  run: async (work, { subscriptionId }) => ({
    subscription: await loadSubscription(work, subscriptionId),
  }),
});

const SubscriptionQuery = request({
  serviceId: filterId(),
  paymentPlanId: filterId(),
  userId: filterId(),
  checkoutSessionId: filterId(),
  status: omittable(oneOf(subscriptionStatuses)).meta({
    description: "Only subscriptions with this status",
    example: "ACTIVE",
  }),
  ...page("subscriptions"),
}).prefault({});

/** Every subscription on the page is as its own GET returns it. */
export const listSubscriptions = read("GET /subscriptions", {
  name: "subscriptions.list",
  summary: "List subscriptions, newest first",
  description:
    "Each subscription is as `GET /subscriptions/{subscriptionId}` returns it: due renewals are applied first.",
  input: SubscriptionQuery,
  output: pageOf("subscriptions", Subscription, "subscriptions"),
  run: async (work, query) => {
    const { rows, next } = await upToDate(
      work,
      () => findSubscriptions(work.db, work.tenant, query),
      ({ rows }) => ({ subscriptions: rows }),
    );
    return { subscriptions: rows, nextCursor: next };
  },
});

/** Records an event with the subscription, as its GET shows it, in the transaction that changed it. */
export async function announceSubscription(
  { tx, now }: InTransaction,
  type: EventType & `subscription.${string}`,
  id: string,
): Promise<void> {
  const subscription = orRefuse(await findSubscription(tx, id, everyone), subscriptionNotFound);
  await recordEvent({ tx, now }, type, { subscription: Subscription.parse(subscription) });
}

const SubscriptionCancellation = SubscriptionId.extend({
  atPeriodEnd: optionalBoolean().meta({
    description:
      "`true`: the subscription ends with its current period. `false`: takes that back, and the subscription renews. Omitted: it ends immediately",
    example: true,
  }),
});

/** Open invoices stay open. */
export const cancelSubscription = write("POST /subscriptions/{subscriptionId}/cancel", {
  name: "subscriptions.cancel",
  summary: "Cancel a subscription",
  description:
    "Ends the subscription immediately and permanently: it accepts no more usage and does not renew. Its open invoices remain payable. The event `subscription.cancelled` reports it. With `atPeriodEnd: true`, all of this happens when the current period ends: until then the subscription is `ACTIVE` and its `cancelAt` is that time. You can still cancel it immediately, or send `atPeriodEnd: false` to let it renew.",
  refusals: {
    subscriptionNotFound,
    subscriptionNotActive,
    subscriptionWithoutPeriodEnd,
    cancellationNotScheduled,
  },
  input: SubscriptionCancellation,
  output: OneSubscription,
  run: async (work, { subscriptionId, atPeriodEnd }) => {
    if (atPeriodEnd === undefined) await cancelNow(work, subscriptionId);
    else if (atPeriodEnd) await cancelAtPeriodEnd(work, subscriptionId, "seller");
    else await renewAgain(work, subscriptionId, "seller");
    return { subscription: await loadSubscription(work, subscriptionId) };
  },
});

type CancelParts = Pick<Writing, "tx" | "db" | "tenant" | "due" | "time">;

async function cancelNow(work: CancelParts, subscriptionId: string): Promise<void> {
  const { id } = await loadSubscription(work, subscriptionId);
  const { tx } = work;
  // After the load, which may renew the subscription: the cancellation is later.
  const now = await work.time();
  if (!(await cancelActive(tx, id, now))) throw new Refusal(subscriptionNotActive);
  await announceSubscription({ tx, now }, "subscription.cancelled", id);
}

/** Has a subscription end with its current period. What the seller schedules, the subscriber cannot take back. */
export async function cancelAtPeriodEnd(
  work: CancelParts,
  subscriptionId: string,
  by: Canceller,
): Promise<void> {
  const { tx } = work;
  for (;;) {
    const active = await loadActive(work, subscriptionId);
    const { id, currentPeriodEnd: periodEnd, cancelAt, cancelledBySubscriber } = active;
    if (periodEnd === null) throw new Refusal(subscriptionWithoutPeriodEnd);
    const isTakenOver = by === "seller" && cancelledBySubscriber;
    // Fails when another call has begun the next period since the load, has scheduled the cancellation or taken it back.
    const isScheduled =
      cancelAt !== null && !isTakenOver
        ? await lockScheduled(tx, id)
        : await scheduleCancellation(tx, id, { periodEnd, by }, await work.time());
    if (isScheduled) return;
  }
}

/** Takes a scheduled cancellation back. */
export async function renewAgain(
  work: CancelParts,
  subscriptionId: string,
  by: Canceller,
): Promise<void> {
  const { tx } = work;
  const { id } = await loadActive(work, subscriptionId);
  if (!(await unscheduleCancellation(tx, id, by, await work.time()))) {
    await loadActive(work, id); // another call may have ended it since
    throw new Refusal(cancellationNotScheduled);
  }
}

async function loadActive(
  work: CancelParts,
  subscriptionId: string,
): Promise<SubscriptionWithPlan> {
  const subscription = await loadSubscription(work, subscriptionId);
  if (subscription.status !== "ACTIVE") throw new Refusal(subscriptionNotActive);
  return subscription;
}
