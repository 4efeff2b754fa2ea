import type { Queryable } from "../db/client.ts";
import type { Prisma } from "../db/generated/client.ts";
import { transition } from "../shared/state-table.ts";
import { ownedBy, type Tenant } from "../shared/tenant.ts";
import { type CheckoutSessionTrigger, checkoutSessionStates } from "./machine.ts";

const nested = {
  service: true,
  paymentPlan: true,
  user: true,
  subscriptions: true,
} satisfies Prisma.CheckoutSessionInclude;

export type CheckoutSessionRow = Prisma.CheckoutSessionGetPayload<{ include: typeof nested }>;

export function insertCheckoutSession(
  db: Queryable,
  data: Prisma.CheckoutSessionUncheckedCreateInput,
): Promise<CheckoutSessionRow> {
  return db.checkoutSession.create({ data, include: nested });
}

export function findCheckoutSession(
  db: Queryable,
  id: string,
  tenant: Tenant,
): Promise<CheckoutSessionRow | null> {
  return db.checkoutSession.findUnique({ where: { id, ...ownedBy(tenant) }, include: nested });
}

/** Compare-and-set: @returns false when the session was in no state that knows the trigger. */
export async function moveCheckoutSession(
  db: Queryable,
  id: string,
  trigger: CheckoutSessionTrigger,
  change: { transactionHash?: string | null; updatedAt: Date },
): Promise<boolean> {
  const { from, to } = transition(checkoutSessionStates, trigger);
  const { count } = await db.checkoutSession.updateMany({
    where: { id, status: { in: from } },
    data: { ...change, status: to },
  });
  return count === 1;
}

export async function assignPayer(db: Queryable, id: string, userId: string): Promise<void> {
  await db.checkoutSession.update({ where: { id }, data: { userId } });
}

/** The sessions whose time is up and whose state does not say so yet, oldest first. */
export async function findDueCheckoutSessions(
  db: Queryable,
  now: Date,
  limit: number,
): Promise<string[]> {
  const due = await db.checkoutSession.findMany({
    where: { status: "PENDING", expiresAt: { lte: now } },
    orderBy: { expiresAt: "asc" },
    take: limit,
    select: { id: true },
  });
  return due.map(({ id }) => id);
}
