import type { Queryable } from "../db/client.ts";
import { type Invoice, Prisma } from "../db/generated/client.ts";
import { joinedColumns, unjoin } from "../db/joined.ts";
import { idIn, type ListQuery, newestFirst, readPage } from "../db/list-page.ts";
import type { Page } from "../shared/lists.ts";
import { transition } from "../shared/state-table.ts";
import { ownedBy, type Tenant } from "../shared/tenant.ts";
import { type InvoiceTrigger, invoiceStates } from "./machine.ts";

const { sql } = Prisma;

const nested = {
  service: true,
  paymentPlan: true,
  user: true,
  subscription: true,
  settlements: { orderBy: newestFirst },
  usageEvents: { orderBy: newestFirst },
} satisfies Prisma.InvoiceInclude;

export type InvoiceRow = Prisma.InvoiceGetPayload<{ include: typeof nested }>;

export function insertInvoice(
  db: Queryable,
  data: Prisma.InvoiceUncheckedCreateInput,
): Promise<InvoiceRow> {
  return db.invoice.create({ data, include: nested });
}

const fields = Object.values(Prisma.InvoiceScalarFieldEnum);
const columns = joinedColumns({ as: "invoice", fields }, [
  { as: "service", fields: Object.values(Prisma.ServiceScalarFieldEnum) },
  { as: "paymentPlan", fields: Object.values(Prisma.PaymentPlanScalarFieldEnum) },
  { as: "user", fields: Object.values(Prisma.UserScalarFieldEnum) },
  { as: "subscription", fields: Object.values(Prisma.SubscriptionScalarFieldEnum) },
]);

export async function findInvoice(
  db: Queryable,
  id: string,
  tenant: Tenant,
): Promise<InvoiceRow | null> {
  const [row] = await db.$queryRaw<Record<string, unknown>[]>`
    SELECT ${columns} FROM invoices invoice
      JOIN services service ON service.id = invoice.service_id
      JOIN payment_plans "paymentPlan" ON "paymentPlan".id = invoice.payment_plan_id
      JOIN users "user" ON "user".id = invoice.user_id
      LEFT JOIN subscriptions subscription ON subscription.id = invoice.subscription_id
     WHERE invoice.id = ${id} AND ${ofTenant(tenant)}`;
  if (row === undefined) return null;
  const of = { where: { invoiceId: id }, orderBy: newestFirst };
  const settlements = await db.settlement.findMany(of);
  const usageEvents = await db.usageEvent.findMany(of);
  return { ...unjoin(row), settlements, usageEvents } as InvoiceRow;
}

const ofTenant = (tenant: Tenant) =>
  tenant === null ? sql`true` : sql`invoice.owner_id = ${tenant}`;

const list = {
  table: sql`invoices`,
  owner: sql`owner_id`,
  filters: {
    serviceId: idIn(sql`services`, sql`service_id`),
    paymentPlanId: idIn(sql`payment_plans`, sql`payment_plan_id`),
    userId: { column: sql`user_id` },
    subscriptionId: idIn(sql`subscriptions`, sql`subscription_id`),
  },
};

export function findInvoices(
  db: Queryable,
  tenant: Tenant,
  query: ListQuery<keyof typeof list.filters>,
): Promise<Page<InvoiceRow>> {
  return readPage(db, list, tenant, query, (tx, ids) =>
    tx.invoice.findMany({ where: { id: { in: ids } }, include: nested, orderBy: newestFirst }),
  );
}

/** The invoice's own fields, without what it nests. */
export function findInvoiceRecord(
  db: Queryable,
  id: string,
  tenant: Tenant,
): Promise<Invoice | null> {
  return db.invoice.findUnique({ where: { id, ...ownedBy(tenant) } });
}

const ownColumns = joinedColumns({ as: "invoice", fields }, []);

/** Holds the invoice's row until the transaction ends, against a settlement or a void at once. */
export async function lockInvoice(
  tx: Queryable,
  id: string,
  tenant: Tenant,
): Promise<Invoice | null> {
  const [invoice] = await tx.$queryRaw<Invoice[]>`
    SELECT ${ownColumns} FROM invoices invoice
     WHERE id = ${id} AND ${ofTenant(tenant)} FOR UPDATE`;
  return invoice ?? null;
}

/** Compare-and-set: @returns false when the invoice was in no state that knows the trigger. */
export async function moveInvoice(
  db: Queryable,
  id: string,
  trigger: InvoiceTrigger,
  change: { paidAt?: Date | null; updatedAt: Date },
): Promise<boolean> {
  const { from, to } = transition(invoiceStates, trigger);
  const { count } = await db.invoice.updateMany({
    where: { id, status: { in: from } },
    data: { ...change, status: to },
  });
  return count === 1;
}

/** A tenant's invoices whose `dueAt` has passed and whose state does not say so yet, oldest first. */
export async function findDueInvoices(
  db: Queryable,
  tenant: Tenant,
  now: Date,
  limit: number,
): Promise<string[]> {
  const due = await db.invoice.findMany({
    where: { status: "OPEN", dueAt: { lte: now }, ...ownedBy(tenant) },
    orderBy: { dueAt: "asc" },
    take: limit,
    select: { id: true },
  });
  return due.map(({ id }) => id);
}
