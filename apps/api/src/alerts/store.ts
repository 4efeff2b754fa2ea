import type { Queryable } from "../db/client.ts";
import { type Alert, type Forecast, Prisma } from "../db/generated/client.ts";
import { idIn, newestFirst, readPage } from "../db/list-page.ts";
import type { Page, PageRequest } from "../kit/lists.ts";
import { ownedBy, type Tenant } from "../kit/tenant.ts";

const { sql } = Prisma;

export function insertAlert(db: Queryable, data: Prisma.AlertUncheckedCreateInput): Promise<Alert> {
  return db.alert.create({ data });
}

export function findAlert(db: Queryable, id: string, tenant: Tenant): Promise<Alert | null> {
  return db.alert.findUnique({ where: { id, ...ownedBy(tenant) } });
}

/** Counts the alerts of a service that have the same subscription or balance, or none. */
export function countAlerts(
  db: Queryable,
  { serviceId, targetId }: Pick<Alert, "serviceId" | "targetId">,
): Promise<number> {
  return db.alert.count({ where: { serviceId, targetId } });
}

/** @returns false when another call has deleted it */
export async function deleteAlert(db: Queryable, id: string): Promise<boolean> {
  return (await db.alert.deleteMany({ where: { id } })).count === 1;
}

/** Finds the alerts of a service that watch one of these subscriptions and balances, or each; the oldest first. */
export function findAlertsOf(
  db: Queryable,
  serviceId: string,
  targetIds: readonly string[],
): Promise<Alert[]> {
  return db.alert.findMany({
    where: { serviceId, OR: [{ targetId: null }, { targetId: { in: [...targetIds] } }] },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

const list = {
  table: sql`alerts`,
  owner: { column: sql`owner_id` },
  filters: { serviceId: idIn(sql`services`, sql`service_id`) },
};

export function findAlertPage(
  db: Queryable,
  tenant: Tenant,
  query: PageRequest & { readonly serviceId?: string | undefined },
): Promise<Page<Alert>> {
  return readPage(db, list, tenant, query, (tx, ids) =>
    tx.alert.findMany({ where: { id: { in: ids } }, orderBy: newestFirst }),
  );
}

/**
 * Finds active subscriptions that alerts on `forecast` watch, and that were not forecast since a moment; longest ago first,
 * and one of each seller at a time: a seller with many does not delay the others.
 */
export async function findDueForecasts(db: Queryable, since: Date, max: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id
      FROM (SELECT subscription.id, forecast.calculated_at,
                   row_number() OVER (PARTITION BY subscription.owner_id
                                          ORDER BY forecast.calculated_at NULLS FIRST, subscription.id) AS place
              FROM subscriptions subscription
              LEFT JOIN forecasts forecast ON forecast.subscription_id = subscription.id
             WHERE subscription.service_id IN (SELECT service_id FROM alerts WHERE watches = 'forecast')
               AND EXISTS (SELECT FROM alerts alert
                            WHERE alert.service_id = subscription.service_id AND alert.watches = 'forecast'
                              AND coalesce(alert.target_id, subscription.id) = subscription.id)
               AND subscription.status = 'ACTIVE' AND coalesce(forecast.calculated_at <= ${since}, true)) due
     ORDER BY place, calculated_at NULLS FIRST, id LIMIT ${max}`;
  return rows.map(({ id }) => id);
}

/** Locks the forecast of a subscription until the transaction ends. If nothing was forecast yet, it stores one without an amount first. */
export async function lockForecast(
  tx: Queryable,
  forecast: Omit<Forecast, "amount">,
): Promise<Forecast> {
  await tx.forecast.createMany({ data: [{ ...forecast, amount: null }], skipDuplicates: true });
  const { subscriptionId } = forecast;
  await tx.$executeRaw`SELECT FROM forecasts WHERE subscription_id = ${subscriptionId} FOR UPDATE`;
  return tx.forecast.findUniqueOrThrow({ where: { subscriptionId } });
}

/** Stores a forecast that is locked. */
export async function putForecast(
  tx: Queryable,
  { subscriptionId, ...data }: Prisma.ForecastUncheckedCreateInput,
): Promise<void> {
  await tx.forecast.update({ where: { subscriptionId }, data });
}

/** Notes that a subscription was not forecast, so that it waits as long as the others. */
export async function noteFailure(
  db: Queryable,
  subscriptionId: string,
  calculatedAt: Date,
): Promise<void> {
  await db.forecast.upsert({
    where: { subscriptionId },
    create: { subscriptionId, periodStart: calculatedAt, amount: null, calculatedAt },
    update: { calculatedAt },
  });
}
