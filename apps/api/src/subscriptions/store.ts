import { subscriptionStates } from "../contract/states.ts";
import type { Queryable } from "../db/client.ts";
import { dueFinder } from "../db/due-page.ts";
import { Prisma, type Subscription } from "../db/generated/client.ts";
import { idIn, type ListQuery, newestFirst, readPage } from "../db/list-page.ts";
import type { Page } from "../lib/lists.ts";
import { transition } from "../lib/state-table.ts";
import { ownedBy, type Tenant } from "../lib/tenant.ts";

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

export async function cancelActive(db: Queryable, id: string, now: Date): Promise<boolean> {
  const { from, to } = transition(subscriptionStates, "cancel");
  const { count } = await db.subscription.updateMany({
    where: { id, status: { in: from } },
    data: { status: to, updatedAt: now },
  });
  return count === 1;
}

/**
 * Compare-and-set on the period itself: of all who find a period over, one rolls it forward.
 * @returns false when the subscription has moved on, or may not renew
 */
export async function rollPeriod(
  db: Queryable,
  id: string,
  ended: Date,
  nextEnd: Date,
  now: Date,
): Promise<boolean> {
  const { from } = transition(subscriptionStates, "renew");
  const { count } = await db.subscription.updateMany({
    where: { id, status: { in: from }, currentPeriodEnd: ended },
    data: { currentPeriodStart: ended, currentPeriodEnd: nextEnd, updatedAt: now },
  });
  return count === 1;
}

/** Finds active subscriptions whose period has ended. */
export const findSubscriptionsToRenew = dueFinder({
  table: sql`subscriptions`,
  status: sql`'ACTIVE'`,
  at: sql`current_period_end`,
});
