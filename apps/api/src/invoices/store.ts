import type { Queryable } from "../db/client.ts";
import { type Invoice, Prisma } from "../db/generated/client.ts";
import { idIn, type ListQuery, newestFirst, readPage } from "../db/list-page.ts";
import type { Page } from "../shared/lists.ts";
import { transition } from "../shared/state-table.ts";
import { everyone, ownedBy, type Tenant } from "../shared/tenant.ts";
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

export function findInvoice(db: Queryable, id: string, tenant: Tenant): Promise<InvoiceRow | null> {
  return db.invoice.findUnique({ where: { id, ...ownedBy(tenant) }, include: nested });
}

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

/** Holds the invoice's row until the transaction ends, against a settlement or a void at once. */
export async function lockInvoice(tx: Queryable, id: string): Promise<Invoice | null> {
  await tx.$queryRaw`SELECT 1 FROM invoices WHERE id = ${id} FOR UPDATE`;
  return findInvoiceRecord(tx, id, everyone);
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
