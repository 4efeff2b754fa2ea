import type { Queryable } from "../db/client.ts";
import type { Prisma, Service } from "../db/generated/client.ts";
import { ownedBy, type Tenant } from "../shared/tenant.ts";

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

export function findService(
  db: Queryable,
  id: string,
  tenant: Tenant,
): Promise<ServiceWithPlans | null> {
  return db.service.findUnique({ where: { id, ...ownedBy(tenant) }, include: withOwnerAndPlans });
}

/** The service's own fields, without what it nests. */
export function findServiceRecord(
  db: Queryable,
  id: string,
  tenant: Tenant,
): Promise<Service | null> {
  return db.service.findUnique({ where: { id, ...ownedBy(tenant) } });
}

/** Every service of a tenant, newest first. */
export function findServices(db: Queryable, tenant: Tenant): Promise<ServiceWithPlans[]> {
  return db.service.findMany({
    where: ownedBy(tenant),
    include: withOwnerAndPlans,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
}

/** @returns null when there is no such service */
export async function changeService(
  db: Queryable,
  id: string,
  tenant: Tenant,
  data: Prisma.ServiceUncheckedUpdateManyInput,
): Promise<ServiceWithPlans | null> {
  await db.service.updateMany({ where: { id, ...ownedBy(tenant) }, data });
  return findService(db, id, tenant);
}
