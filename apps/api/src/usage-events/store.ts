import type { Queryable } from "../db/client.ts";
import type { Prisma } from "../db/generated/client.ts";
import { ownedBy, type Tenant } from "../shared/tenant.ts";

const nested = {
  invoice: true,
  service: true,
  subscription: true,
  user: true,
} satisfies Prisma.UsageEventInclude;

export type UsageEventRow = Prisma.UsageEventGetPayload<{ include: typeof nested }>;

/** One event for a subscription and key: the unique index refuses a second. */
export function insertUsageEvent(
  db: Queryable,
  data: Prisma.UsageEventUncheckedCreateInput,
): Promise<UsageEventRow> {
  return db.usageEvent.create({ data, include: nested });
}

export function findUsageEventByKey(
  db: Queryable,
  subscriptionId: string,
  eventKey: string,
  tenant: Tenant,
): Promise<UsageEventRow | null> {
  return db.usageEvent.findUnique({
    where: { subscriptionId_eventKey: { subscriptionId, eventKey }, ...ownedBy(tenant) },
    include: nested,
  });
}
