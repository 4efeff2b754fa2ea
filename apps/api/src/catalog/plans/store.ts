import type { Queryable } from "../../db/client.ts";
import { type PaymentPlan, Prisma } from "../../db/generated/client.ts";
import { idIn, newestFirst, readPage } from "../../db/list-page.ts";
import type { Page, PageRequest } from "../../kit/lists.ts";
import { ownedBy, type Tenant } from "../../kit/tenant.ts";

const { sql } = Prisma;

export function insertPlan(
  db: Queryable,
  data: Prisma.PaymentPlanUncheckedCreateInput,
): Promise<PaymentPlan> {
  return db.paymentPlan.create({ data });
}

export function findPlanOfService(
  db: Queryable,
  id: string,
  serviceId: string,
  tenant: Tenant,
): Promise<PaymentPlan | null> {
  return db.paymentPlan.findFirst({ where: { id, serviceId, ...ownedBy(tenant) } });
}

/** The plans of a service, newest first. */
export function findPlansOfService(db: Queryable, serviceId: string): Promise<PaymentPlan[]> {
  return db.paymentPlan.findMany({
    where: { serviceId },
    orderBy: newestFirst,
  });
}

const list = {
  table: sql`payment_plans`,
  owner: { column: sql`owner_id` },
  filters: { serviceId: idIn(sql`services`, sql`service_id`) },
};

export function findPlanPage(
  db: Queryable,
  tenant: Tenant,
  page: PageRequest & { serviceId: string },
): Promise<Page<PaymentPlan>> {
  return readPage(db, list, tenant, page, (tx, ids) =>
    tx.paymentPlan.findMany({ where: { id: { in: ids } }, orderBy: newestFirst }),
  );
}

export function findPlan(db: Queryable, id: string, tenant: Tenant): Promise<PaymentPlan | null> {
  return db.paymentPlan.findUnique({ where: { id, ...ownedBy(tenant) } });
}

/** Locks a plan until the transaction ends, so that one caller at a time adds to it. Others may refer to it. */
export async function lockPlan(tx: Queryable, id: string): Promise<void> {
  await tx.$queryRaw`SELECT FROM payment_plans WHERE id = ${id} FOR NO KEY UPDATE`;
}

/** @param pricingType only plans with it; by default all */
export function findNewestPlanOf(
  db: Queryable,
  serviceId: string,
  pricingType?: PaymentPlan["pricingType"],
): Promise<PaymentPlan | null> {
  const where = { serviceId, ...(pricingType && { pricingType }) };
  return db.paymentPlan.findFirst({ where, orderBy: newestFirst });
}
