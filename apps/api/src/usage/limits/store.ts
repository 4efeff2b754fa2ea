import type { InTransaction, Queryable } from "../../db/client.ts";
import { Prisma, type UsageLimit } from "../../db/generated/client.ts";
import { idIn, newestFirst, readPage } from "../../db/list-page.ts";
import type { Page, PageRequest } from "../../kit/lists.ts";
import { everyone, ownedBy, type Tenant } from "../../kit/tenant.ts";
import { lockLimitedServices } from "./limit-book.ts";

const { sql } = Prisma;

/**
 * Locks a service that gets a limit, until the transaction ends: its usage is admitted before or afterwards.
 *
 * Events of a service without limits are recorded without a lock of it. Its first limit waits until they are recorded: the
 * table's lock conflicts with theirs. Statements that were waiting for that lock then see the limit, since Postgres reads their
 * snapshot after it.
 *
 * @throws an error that the caller is told to try again, if other transactions hold the table for long
 */
export async function lockToLimit(tx: Queryable, serviceId: string): Promise<void> {
  const service = await tx.service.findUniqueOrThrow({ where: { id: serviceId } });
  if (!service.isLimited) {
    await tx.$executeRaw`SET LOCAL lock_timeout = '3s'`;
    await tx.$executeRaw`LOCK TABLE usage_events IN SHARE MODE`;
    await tx.$executeRaw`UPDATE services SET is_limited = true WHERE id = ${serviceId}`;
  }
  await tx.$executeRaw`SELECT FROM services WHERE id = ${serviceId} FOR NO KEY UPDATE`;
}

/** Finds limits by the name that their seller has given them: of several sellers, if the caller acts for all. */
export function findLimitsNamed(
  db: Queryable,
  tenant: Tenant,
  name: string,
): Promise<UsageLimit[]> {
  return db.usageLimit.findMany({ where: { name, ...ownedBy(tenant) }, take: 2 });
}

/** Counts the limits of a service that have the same subscription and subject. */
export function countLimits(
  db: Queryable,
  {
    serviceId,
    subscriptionId,
    subject,
  }: Pick<UsageLimit, "serviceId" | "subscriptionId" | "subject">,
): Promise<number> {
  return db.usageLimit.count({ where: { serviceId, subscriptionId, subject } });
}

export function insertLimit(
  db: Queryable,
  data: Prisma.UsageLimitUncheckedCreateInput,
): Promise<UsageLimit> {
  return db.usageLimit.create({ data });
}

export function updateLimit(
  db: Queryable,
  id: string,
  data: Prisma.UsageLimitUncheckedUpdateInput,
): Promise<UsageLimit> {
  return db.usageLimit.update({ where: { id }, data });
}

/** Deletes a limit of a locked service, with its counters. */
export async function deleteLimit(db: Queryable, id: string): Promise<void> {
  await db.usageLimit.delete({ where: { id } });
}

/** Forgets what is used of a limit of a locked service. */
export async function forgetCounters(db: Queryable, limitId: string): Promise<void> {
  await db.usageLimitCounter.deleteMany({ where: { limitId } });
}

/**
 * Locks the service of a subscription whose recorded usage the transaction changes, and forgets what is used of the limits
 * that count it: it is summed up again when it is needed.
 */
export async function recountLimits(
  { tx }: Pick<InTransaction, "tx">,
  { serviceId, subscriptionId }: { readonly serviceId: string; readonly subscriptionId: string },
): Promise<void> {
  const services = [{ id: serviceId, tenant: everyone }];
  const limited = await lockLimitedServices({ tx }, { services });
  if (limited.size === 0) return;
  await tx.$executeRaw`
    DELETE FROM usage_limit_counters USING usage_limits one
     WHERE one.service_id = ${serviceId} AND limit_id = one.id AND usage_limit_counters.subscription_id IN (${subscriptionId}, '')`;
}

const list = {
  table: sql`usage_limits`,
  owner: { column: sql`owner_id` },
  filters: { serviceId: idIn(sql`services`, sql`service_id`) },
};

export function findLimitPage(
  db: Queryable,
  tenant: Tenant,
  query: PageRequest & { readonly serviceId?: string | undefined },
): Promise<Page<UsageLimit>> {
  return readPage(db, list, tenant, query, (tx, ids) =>
    tx.usageLimit.findMany({ where: { id: { in: ids } }, orderBy: newestFirst }),
  );
}
