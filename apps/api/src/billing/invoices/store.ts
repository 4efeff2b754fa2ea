import { type InvoiceTrigger, invoiceStates } from "../../contract/states.ts";
import { isDistributed, type Queryable } from "../../db/client.ts";
import { columnsOf } from "../../db/columns.ts";
import { dueFinder } from "../../db/due-page.ts";
import { type Invoice, Prisma, type Settlement, type User } from "../../db/generated/client.ts";
import {
  jsonList,
  jsonObject,
  jsonObjectOrNull,
  readRecords,
  recordStatement,
} from "../../db/json-rows.ts";
import { idIn, type ListQuery, newestFirst, readPage } from "../../db/list-page.ts";
import type { Page } from "../../lib/lists.ts";
import { transition } from "../../lib/state-table.ts";
import { type Asked, ofAsked, ownedBy, type Tenant } from "../../lib/tenant.ts";
import { findUsageOfInvoices } from "../../usage/store.ts";

const { sql } = Prisma;

const nested = {
  service: true,
  paymentPlan: true,
  user: true,
  subscription: true,
  settlements: { where: { payerId: { not: null } }, orderBy: newestFirst },
  usageEvents: { orderBy: newestFirst },
} satisfies Prisma.InvoiceInclude;

type AnyInvoice = Prisma.InvoiceGetPayload<{ include: typeof nested }>;

/** An invoice as callers see it. It has a user, and its nested settlements have a payer. */
export type InvoiceRow = AnyInvoice & {
  readonly userId: string;
  readonly user: User;
  readonly settlements: (Settlement & { readonly payerId: string })[];
};

/**
 * Returns whether callers see an invoice. An invoice without a user belongs to an unconfirmed checkout payment and is
 * hidden.
 */
const isShown = (invoice: AnyInvoice): invoice is InvoiceRow => invoice.user !== null;

export async function insertInvoice(
  db: Queryable,
  data: Prisma.InvoiceUncheckedCreateInput,
): Promise<void> {
  await db.invoice.create({ data });
}

export async function findInvoice(
  db: Queryable,
  id: string,
  tenant: Tenant,
): Promise<InvoiceRow | null> {
  const [invoice] = await findInvoicesAsked(db, [{ id, tenant }]);
  return invoice ?? null;
}

const withoutUsage = {
  service: jsonObject("service", "Service"),
  paymentPlan: jsonObject("plan", "PaymentPlan"),
  user: jsonObject("payer", "User"),
  subscription: jsonObjectOrNull("subscription", "Subscription"),
  settlements: jsonList(
    "Settlement",
    "settlements one WHERE one.invoice_id = invoice.id AND one.payer_id IS NOT NULL",
  ),
};

const ofIds = `FROM invoices invoice
    JOIN services service ON service.id = invoice.service_id
    JOIN payment_plans plan ON plan.id = invoice.payment_plan_id
    JOIN users payer ON payer.id = invoice.user_id
    LEFT JOIN subscriptions subscription ON subscription.id = invoice.subscription_id
   WHERE invoice.id = ANY ($1::text[])`;

const byId = recordStatement(
  "find_invoices",
  jsonObject("invoice", "Invoice", {
    ...withoutUsage,
    usageEvents: jsonList("UsageEvent", "usage_events one WHERE one.invoice_id = invoice.id"),
  }),
  ofIds,
);

const byIdWithoutUsage = recordStatement(
  "find_invoices_without_usage",
  jsonObject("invoice", "Invoice", withoutUsage),
  ofIds,
);

/** Finds invoices of any seller by id, except those without a user. */
export async function findInvoicesById(
  db: Queryable,
  ids: readonly string[],
): Promise<InvoiceRow[]> {
  const found = isDistributed(db) ? await findInParts(db, ids) : await readRecords(db, byId, [ids]);
  return found.filter(isShown);
}

/** The same from a distributed table of usage events, which no statement can join with others. */
async function findInParts(db: Queryable, ids: readonly string[]): Promise<AnyInvoice[]> {
  const invoices = await readRecords(db, byIdWithoutUsage, [ids]);
  if (invoices.length === 0) return [];
  const events = Map.groupBy(await findUsageOfInvoices(db, ids), ({ invoiceId }) => invoiceId);
  return invoices.map((one) => ({ ...one, usageEvents: events.get(one.id) ?? [] }));
}

/** @returns one invoice per request, in the same order; null when the tenant has no such invoice */
export async function findInvoicesAsked(
  db: Queryable,
  asked: readonly Asked[],
): Promise<(InvoiceRow | null)[]> {
  const ids = asked.map(({ id }) => id);
  return ofAsked(await findInvoicesById(db, ids), asked);
}

const ofTenant = (tenant: Tenant) =>
  tenant === null ? sql`true` : sql`invoice.owner_id = ${tenant}`;

const list = {
  table: sql`invoices`,
  owner: { column: sql`owner_id` },
  only: sql`user_id IS NOT NULL`,
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
  return readPage(db, list, tenant, query, async (tx, ids) => {
    const where = { id: { in: ids } };
    const invoices = await tx.invoice.findMany({ where, include: nested, orderBy: newestFirst });
    return invoices.filter(isShown);
  });
}

/** Reads an invoice without its nested records. */
export function findInvoiceRecord(
  db: Queryable,
  id: string,
  tenant: Tenant,
): Promise<Invoice | null> {
  return db.invoice.findUnique({ where: { id, ...ownedBy(tenant) } });
}

/**
 * Locks the invoices' rows until the transaction ends, so that a settlement and a void cannot run concurrently. Every
 * caller locks several invoices in this order. Usage events may still reference the invoices, because their keys are
 * not locked.
 */
export function lockInvoices(
  tx: Queryable,
  ids: readonly string[],
  tenant: Tenant,
): Promise<Invoice[]> {
  return tx.$queryRaw<Invoice[]>`
    SELECT ${columnsOf("invoice", "Invoice")} FROM invoices invoice
     WHERE id = ANY (${ids}) AND ${ofTenant(tenant)} ORDER BY id FOR NO KEY UPDATE`;
}

/**
 * Sets the user that an invoice bills. `createdAt` can be set to the time at which callers first see the invoice, which
 * determines its place in lists.
 */
export async function setInvoiceUser(
  db: Queryable,
  id: string,
  change: { readonly userId: string; readonly createdAt?: Date },
): Promise<void> {
  await db.invoice.update({ where: { id }, data: change });
}

export async function linkInvoice(
  db: Queryable,
  id: string,
  subscriptionId: string,
): Promise<void> {
  await db.invoice.updateMany({ where: { id, subscriptionId: null }, data: { subscriptionId } });
}

/** Changes invoices' states by compare-and-set. @returns how many had a state that accepts the trigger */
export async function moveInvoices(
  db: Queryable,
  ids: readonly string[],
  trigger: InvoiceTrigger,
  change: { paidAt?: Date | null; updatedAt: Date },
): Promise<number> {
  const { from, to } = transition(invoiceStates, trigger);
  const { count } = await db.invoice.updateMany({
    where: { id: { in: [...ids] }, status: { in: from } },
    data: { ...change, status: to },
  });
  return count;
}

/** The same as `moveInvoices` for one invoice. @returns whether its state changed */
export async function moveInvoice(
  db: Queryable,
  id: string,
  trigger: InvoiceTrigger,
  change: { updatedAt: Date },
): Promise<boolean> {
  return (await moveInvoices(db, [id], trigger, change)) === 1;
}

const open = { table: sql`invoices`, status: sql`'OPEN'` };

/** Finds open invoices that are past due. */
export const findInvoicesPastDue = dueFinder({ ...open, at: sql`due_at` });

/** Finds open invoices that are due for a collection attempt. */
export const findInvoicesToCollect = dueFinder({ ...open, at: sql`collect_at` });

export async function setCollection(
  db: Queryable,
  id: string,
  collectAt: Date | null,
): Promise<void> {
  await db.invoice.update({ where: { id }, data: { collectAt } });
}
