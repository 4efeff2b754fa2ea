import type { Queryable } from "../db/client.ts";
import type { PaymentPlan, Prisma } from "../db/generated/client.ts";

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
): Promise<PaymentPlan | null> {
  return db.paymentPlan.findFirst({ where: { id, serviceId } });
}

/** @returns the plans of a service, newest first; null when there is no such service */
export async function findPlansOfService(
  db: Queryable,
  serviceId: string,
): Promise<PaymentPlan[] | null> {
  const service = await db.service.findUnique({
    where: { id: serviceId },
    select: { paymentPlans: { orderBy: [{ createdAt: "desc" }, { id: "desc" }] } },
  });
  return service?.paymentPlans ?? null;
}
