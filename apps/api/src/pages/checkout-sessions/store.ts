import type { InTransaction, Queryable } from "../../db/client.ts";
import { dueFinder } from "../../db/due-page.ts";
import { Prisma } from "../../db/generated/client.ts";
import {
  jsonList,
  jsonObject,
  jsonObjectOrNull,
  readRecords,
  recordStatement,
} from "../../db/json-rows.ts";
import { idIn, type ListQuery, newestFirst, readPage } from "../../db/list-page.ts";
import { newId } from "../../kit/ids.ts";
import type { Page } from "../../kit/lists.ts";
import { transition } from "../../kit/state-table.ts";
import type { Tenant } from "../../kit/tenant.ts";
import { type CheckoutSessionTrigger, checkoutSessionStates } from "../../schemas/states.ts";

const { sql } = Prisma;

const nested = {
  service: true,
  paymentPlan: true,
  user: true,
  subscriptions: true,
} satisfies Prisma.CheckoutSessionInclude;

export type CheckoutSessionRow = Prisma.CheckoutSessionGetPayload<{ include: typeof nested }>;

type NewSession = Pick<
  Prisma.CheckoutSessionUncheckedCreateInput,
  "serviceId" | "ownerId" | "paymentPlanId" | "userId" | "expiresAt" | "successUrl" | "cancelUrl"
>;

/** Inserts a `PENDING` session. */
export function insertCheckoutSession(
  { tx, now }: InTransaction,
  session: NewSession,
): Promise<CheckoutSessionRow> {
  const data = {
    ...session,
    id: newId(),
    status: "PENDING",
    // Set aside, so that a payment can name them before they exist.
    invoiceId: newId(),
    subscriptionId: newId(),
    createdAt: now,
    updatedAt: now,
  } as const;
  return tx.checkoutSession.create({ data, include: nested });
}

const byId = recordStatement(
  "find_checkout_session",
  jsonObject("session", "CheckoutSession", {
    service: jsonObject("service", "Service"),
    paymentPlan: jsonObject("plan", "PaymentPlan"),
    user: jsonObjectOrNull("payer", "User"),
    subscriptions: jsonList("Subscription", {
      from: "subscriptions one WHERE one.checkout_session_id = session.id",
    }),
  }),
  `FROM checkout_sessions session
    JOIN services service ON service.id = session.service_id
    JOIN payment_plans plan ON plan.id = session.payment_plan_id
    LEFT JOIN users payer ON payer.id = session.user_id
   WHERE session.id = $1 AND ($2::text IS NULL OR session.owner_id = $2)`,
);

export async function findCheckoutSession(
  db: Queryable,
  id: string,
  tenant: Tenant,
): Promise<CheckoutSessionRow | null> {
  const [session] = await readRecords(db, byId, [id, tenant]);
  return session ?? null;
}

/** Looks for a session of any tenant. */
export async function hasCheckoutSession(db: Queryable, id: string): Promise<boolean> {
  return (await db.checkoutSession.findUnique({ where: { id }, select: { id: true } })) !== null;
}

const list = {
  table: sql`checkout_sessions`,
  owner: { column: sql`owner_id` },
  filters: {
    serviceId: idIn(sql`services`, sql`service_id`),
    paymentPlanId: idIn(sql`payment_plans`, sql`payment_plan_id`),
    userId: { column: sql`user_id` },
  },
};

export function findCheckoutSessions(
  db: Queryable,
  tenant: Tenant,
  query: ListQuery<keyof typeof list.filters>,
): Promise<Page<CheckoutSessionRow>> {
  return readPage(db, list, tenant, query, (tx, ids) =>
    tx.checkoutSession.findMany({
      where: { id: { in: ids } },
      include: nested,
      orderBy: newestFirst,
    }),
  );
}

/** Moves a session by compare-and-set. @returns false when its state does not allow the trigger */
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

/** Reads the sessions that these invoices belong to. */
export function findSessionsOfInvoices(
  db: Queryable,
  invoiceIds: readonly string[],
): Promise<CheckoutSessionRow[]> {
  return db.checkoutSession.findMany({
    where: { invoiceId: { in: [...invoiceIds] } },
    include: nested,
    orderBy: { id: "asc" },
  });
}

/** Locks a session's row until the transaction ends. @returns false when it is not PENDING, or has expired */
export async function holdPendingSession(tx: Queryable, id: string, now: Date): Promise<boolean> {
  const held = await tx.$queryRaw<unknown[]>`
    SELECT id FROM checkout_sessions
     WHERE id = ${id} AND status = 'PENDING' AND (expires_at IS NULL OR expires_at > ${now})
       FOR UPDATE`;
  return held.length === 1;
}

export async function assignPayer(db: Queryable, id: string, userId: string): Promise<void> {
  await db.checkoutSession.update({ where: { id }, data: { userId } });
}

/** Finds pending sessions whose `expiresAt` has passed. */
export const findSessionsToExpire = dueFinder({
  table: sql`checkout_sessions`,
  status: sql`'PENDING'`,
  at: sql`expires_at`,
});
