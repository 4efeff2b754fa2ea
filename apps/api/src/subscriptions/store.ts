import type { Queryable } from "../db/client.ts";
import { dueFinder } from "../db/due-page.ts";
import { Prisma, type Subscription } from "../db/generated/client.ts";
import { idIn, type ListQuery, newestFirst, readPage } from "../db/list-page.ts";
import type { Page } from "../kit/lists.ts";
import { type TriggerOf, transition } from "../kit/state-table.ts";
import { ownedBy, type Tenant } from "../kit/tenant.ts";
import { subscriptionStates } from "../schemas/states.ts";

const { sql } = Prisma;

export type SubscriptionWithPlan = Prisma.SubscriptionGetPayload<{
  include: { paymentPlan: true };
}>;

export function insertSubscription(
  db: Queryable,
  data: Prisma.SubscriptionUncheckedCreateInput,
): Promise<Subscription> {
  return db.subscription.create({ data });
}

export function findSubscription(
  db: Queryable,
  id: string,
  tenant: Tenant,
): Promise<SubscriptionWithPlan | null> {
  return db.subscription.findUnique({
    where: { id, ...ownedBy(tenant) },
    include: { paymentPlan: true },
  });
}

const withOffer = {
  paymentPlan: true,
  service: true,
  user: true,
} satisfies Prisma.SubscriptionInclude;

/** A subscription with what is subscribed to, and by whom. */
export type SubscriptionWithOffer = Prisma.SubscriptionGetPayload<{ include: typeof withOffer }>;

export function findSubscriptionOfUser(
  db: Queryable,
  { id, userId, tenant }: { readonly id: string; readonly userId: string; readonly tenant: Tenant },
): Promise<SubscriptionWithOffer | null> {
  return db.subscription.findUnique({
    where: { id, userId, ...ownedBy(tenant) },
    include: withOffer,
  });
}

/** Locks a subscription against changes until the transaction ends. @returns whether it is active */
export async function lockActive(tx: Queryable, id: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ status: string }[]>`
    SELECT status FROM subscriptions WHERE id = ${id} FOR NO KEY UPDATE`;
  return row?.status === "ACTIVE";
}

const list = {
  table: sql`subscriptions`,
  owner: { column: sql`owner_id` },
  filters: {
    serviceId: idIn(sql`services`, sql`service_id`),
    paymentPlanId: idIn(sql`payment_plans`, sql`payment_plan_id`),
    userId: { column: sql`user_id` },
    checkoutSessionId: idIn(sql`checkout_sessions`, sql`checkout_session_id`),
  },
};

export function findSubscriptions(
  db: Queryable,
  tenant: Tenant,
  query: ListQuery<keyof typeof list.filters>,
): Promise<Page<Subscription>> {
  return readPage(db, list, tenant, query, (tx, ids) =>
    tx.subscription.findMany({ where: { id: { in: ids } }, orderBy: newestFirst }),
  );
}

/** A list of subscriptions, each with what is subscribed to, and by whom. */
export function findSubscriptionsWithOffer(
  db: Queryable,
  tenant: Tenant,
  query: ListQuery<keyof typeof list.filters>,
): Promise<Page<SubscriptionWithOffer>> {
  return readPage(db, list, tenant, query, (tx, ids) =>
    tx.subscription.findMany({
      where: { id: { in: ids } },
      include: withOffer,
      orderBy: newestFirst,
    }),
  );
}

/** Who schedules a cancellation, or takes it back. */
export type Canceller = "seller" | "subscriber";

/** Changes a subscription by compare-and-set. @returns false when its state does not accept the trigger, or it is not as given */
async function move(
  db: Queryable,
  id: string,
  trigger: TriggerOf<typeof subscriptionStates>,
  where: Prisma.SubscriptionWhereInput,
  data: Prisma.SubscriptionUncheckedUpdateManyInput,
): Promise<boolean> {
  const { from } = transition(subscriptionStates, trigger);
  const current = { id, status: { in: from }, ...where };
  return (await db.subscription.updateMany({ where: current, data })).count === 1;
}

/** Ends a subscription immediately, also one that was to end with its period. */
export function cancelActive(db: Queryable, id: string, now: Date): Promise<boolean> {
  const { to: status } = transition(subscriptionStates, "cancel");
  return move(db, id, "cancel", {}, { status, cancelAt: null, endedAt: now, updatedAt: now });
}

/** Schedules the end of a subscription for the end of its period. @returns false when it is in another period, or has ended */
export function scheduleCancellation(
  db: Queryable,
  id: string,
  { periodEnd, by }: { readonly periodEnd: Date; readonly by: Canceller },
  now: Date,
): Promise<boolean> {
  const isSubscribers = by === "subscriber";
  // The seller may have scheduled it meanwhile: then it stays the seller's.
  const current = { currentPeriodEnd: periodEnd, ...(isSubscribers && { cancelAt: null }) };
  const scheduled = { cancelAt: periodEnd, cancelledBySubscriber: isSubscribers };
  return move(db, id, "schedule", current, { ...scheduled, updatedAt: now });
}

/** Locks a scheduled cancellation until the transaction ends. @returns false when it was taken back, or has taken effect */
export async function lockScheduled(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.$queryRaw<object[]>`
    SELECT 1 FROM subscriptions WHERE id = ${id} AND status = 'ACTIVE' AND cancel_at IS NOT NULL
    FOR NO KEY UPDATE`;
  return rows.length === 1;
}

/**
 * Undoes a scheduled cancellation; for the subscriber, only its own.
 *
 * @returns false when none is scheduled, or it has taken effect
 */
export function unscheduleCancellation(
  db: Queryable,
  id: string,
  by: Canceller,
  now: Date,
): Promise<boolean> {
  const own = by === "subscriber" && { cancelledBySubscriber: true };
  const kept = { cancelAt: null, cancelledBySubscriber: false, updatedAt: now };
  return move(db, id, "unschedule", { cancelAt: { not: null }, ...own }, kept);
}

/** Ends a subscription with its period. @returns false when another has done it, or the cancellation was taken back */
export function endWithPeriod(db: Queryable, id: string, ended: Date, now: Date): Promise<boolean> {
  const { to: status } = transition(subscriptionStates, "end");
  const current = { currentPeriodEnd: ended, cancelAt: { not: null } };
  const times = { cancelAt: ended, endedAt: ended, updatedAt: now };
  return move(db, id, "end", current, { status, ...times });
}

/**
 * Begins the next period of a subscription, by compare-and-set on the current one.
 *
 * @returns false when the next period has begun, or the subscription does not renew
 */
export function rollPeriod(
  db: Queryable,
  id: string,
  ended: Date,
  nextEnd: Date,
  now: Date,
): Promise<boolean> {
  const next = { currentPeriodStart: ended, currentPeriodEnd: nextEnd, updatedAt: now };
  return move(db, id, "renew", { currentPeriodEnd: ended, cancelAt: null }, next);
}

/**
 * Takes the next number of a subscription's bills. The transaction must also create the bill.
 *
 * @returns false when the number is not the next one: another has billed meanwhile
 */
export async function takeBillNumber(db: Queryable, id: string, number: number): Promise<boolean> {
  const { count } = await db.subscription.updateMany({
    where: { id, billCount: number - 1 },
    data: { billCount: number },
  });
  return count === 1;
}

/** Takes a subscription's next bill number, whichever it is. */
export async function takeNextBillNumber(db: Queryable, id: string): Promise<number> {
  const { billCount } = await db.subscription.update({
    where: { id },
    data: { billCount: { increment: 1 } },
    select: { billCount: true },
  });
  return billCount;
}

/** Finds active subscriptions whose period has ended: they renew, or end with it. */
export const findSubscriptionsToRenew = dueFinder({
  table: sql`subscriptions`,
  status: sql`'ACTIVE'`,
  at: sql`current_period_end`,
});

/**
 * Finds the subscription of a user to a service that started last and is active, and locks it against changes until the
 * transaction ends. Several transactions can hold the lock.
 *
 * @param of.paymentPlanId the plan; by default any
 */
export async function lockNewestActiveOf(
  tx: Queryable,
  {
    serviceId,
    userId,
    paymentPlanId = null,
  }: Pick<Subscription, "serviceId" | "userId"> & { readonly paymentPlanId?: string | null },
): Promise<Pick<Subscription, "id" | "paymentPlanId"> | null> {
  const [subscription] = await tx.$queryRaw<Pick<Subscription, "id" | "paymentPlanId">[]>`
    SELECT id, payment_plan_id AS "paymentPlanId" FROM subscriptions
     WHERE service_id = ${serviceId} AND user_id = ${userId} AND status = 'ACTIVE'
       AND (${paymentPlanId}::text IS NULL OR payment_plan_id = ${paymentPlanId})
     ORDER BY created_at DESC, id DESC LIMIT 1 FOR SHARE`;
  return subscription ?? null;
}
