import type { Queryable } from "../db/client.ts";
import type { Prisma } from "../db/generated/client.ts";

const withOwnerAndPlans = {
  owner: true,
  paymentPlans: { orderBy: [{ createdAt: "desc" }, { id: "desc" }] },
} satisfies Prisma.ServiceInclude;

export type ServiceWithPlans = Prisma.ServiceGetPayload<{ include: typeof withOwnerAndPlans }>;

export function insertService(
  db: Queryable,
  data: Prisma.ServiceUncheckedCreateInput,
): Promise<ServiceWithPlans> {
  return db.service.create({ data, include: withOwnerAndPlans });
}

export function findService(db: Queryable, id: string): Promise<ServiceWithPlans | null> {
  return db.service.findUnique({ where: { id }, include: withOwnerAndPlans });
}

/** Every service, newest first. */
export function findServices(db: Queryable): Promise<ServiceWithPlans[]> {
  return db.service.findMany({
    include: withOwnerAndPlans,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
}

/** @returns null when there is no such service */
export async function changeService(
  db: Queryable,
  id: string,
  data: Prisma.ServiceUncheckedUpdateManyInput,
): Promise<ServiceWithPlans | null> {
  await db.service.updateMany({ where: { id }, data });
  return findService(db, id);
}
