import type { Queryable } from "../db/client.ts";
import type { PaymentPlan, Prisma } from "../db/generated/client.ts";
import { ownedBy, type Tenant } from "../shared/tenant.ts";

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
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
}
