import { setTimeout as sleep } from "node:timers/promises";
import { writeBooks } from "../../balances/book-store.ts";
import { findCharges } from "../../balances/store.ts";
import type { InTransaction, Queryable } from "../../db/client.ts";
import { Prisma, type UsageEvent, type UsageLimit } from "../../db/generated/client.ts";
import { idIn, newestFirst, readPage } from "../../db/list-page.ts";
import { inKnownTimeZone, runStatement } from "../../db/statements.ts";
import type { Page, PageRequest } from "../../kit/lists.ts";
import { toTokenUnits } from "../../kit/money.ts";
import { Refusal } from "../../kit/refusal.ts";
import { everyone, ownedBy, type Tenant } from "../../kit/tenant.ts";
import { usageUnderWay } from "../../schemas/limits.ts";
import { LimitBook, lockLimitedServices } from "./limit-book.ts";
import type { LimitedUsage } from "./limit-counter.ts";

const { sql } = Prisma;

/** How long a service's first limit waits for usage that is being recorded, in milliseconds. */
const longestWaitMs = 5_000;
const pauseMs = 10;

/**
 * Who records usage events at this moment, by its transaction. An INSERT into one Postgres locks its table before it reads a
 * snapshot; others send `lockAsRecorder` first.
 */
const recorders = {
  name: "find_recorders",
  text: `
  SELECT DISTINCT virtualtransaction AS id FROM pg_locks
   WHERE locktype = 'relation' AND relation IN ('usage_events'::regclass, 'usage_limit_counters'::regclass)
     AND mode = 'RowExclusiveLock'
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
};

/**
 * Makes the usage of a service one that is admitted by its limits. Events of a service without limits are recorded without a
 * lock of it, so those that began to be recorded before are waited for. Later ones find that there are limits.
 *
 * @param db outside a transaction: the change must be committed before anybody is waited for
 * @throws Refusal 503 when they take too long; trying again is safe
 */
export async function beginToLimit(db: Queryable, serviceId: string): Promise<void> {
  await markLimited(db, serviceId);
  await waitForRecorders(db);
}

/** Marks a service as one with limits, for good. */
export async function markLimited(db: Queryable, serviceId: string): Promise<void> {
  await db.service.updateMany({
    where: { id: serviceId, isLimited: false },
    data: { isLimited: true },
  });
}

/**
 * Waits for the transactions that record usage at this moment: they may not have seen that a service has limits.
 *
 * @throws Refusal 503 when they take too long; trying again is safe
 */
export async function waitForRecorders(db: Queryable): Promise<void> {
  const find = async () => {
    const rows = await runStatement<{ readonly id: string }>(db, recorders, []);
    return new Set(rows.map(({ id }) => id));
  };
  // Also if the service was marked before: the call that marked it may have ended before it had waited.
  let earlier = await find();
  const begin = performance.now();
  while (earlier.size > 0) {
    if (performance.now() - begin > longestWaitMs) throw new Refusal(usageUnderWay);
    await sleep(pauseMs);
    const still = await find();
    earlier = new Set([...earlier].filter((id) => still.has(id)));
  }
}

/** Locks a service until the transaction ends, so that its usage is admitted before or afterwards. */
export async function lockLimits(tx: Queryable, serviceId: string): Promise<void> {
  await tx.$executeRaw`SELECT FROM services WHERE id = ${serviceId} FOR NO KEY UPDATE`;
}

/** @throws Refusal 400 when Postgres does not know the time zone */
export function checkTimeZone(db: Queryable, timeZone: string): Promise<unknown> {
  const check = { name: "check_day", text: "SELECT day_start('2026-01-01Z', $1)" };
  return inKnownTimeZone(() => runStatement(db, check, [timeZone]));
}

/** The limits that sellers have set: the stops of subscribers have no names of theirs, and are not listed. */
const ofSeller = { setBy: "SELLER" } as const;

/** Finds limits by the name that their seller has given them: of several sellers, if the caller acts for all. */
export function findLimitsNamed(
  db: Queryable,
  tenant: Tenant,
  name: string,
): Promise<UsageLimit[]> {
  return db.usageLimit.findMany({ where: { name, ...ofSeller, ...ownedBy(tenant) }, take: 2 });
}

/** Counts the limits of a seller for a service that have the same subscription and subject. */
export function countLimits(
  db: Queryable,
  {
    serviceId,
    subscriptionId,
    subject,
  }: Pick<UsageLimit, "serviceId" | "subscriptionId" | "subject">,
): Promise<number> {
  return db.usageLimit.count({ where: { serviceId, subscriptionId, subject, ...ofSeller } });
}

/** @returns null when its seller has another limit with the name */
export async function insertLimit(
  db: Queryable,
  data: Prisma.UsageLimitUncheckedCreateInput,
): Promise<UsageLimit | null> {
  const { count } = await db.usageLimit.createMany({
    data: [data as Prisma.UsageLimitCreateManyInput],
    skipDuplicates: true,
  });
  return count === 0 ? null : db.usageLimit.findUnique({ where: { id: data.id } });
}

export function updateLimit(
  db: Queryable,
  id: string,
  data: Prisma.UsageLimitUncheckedUpdateInput,
): Promise<UsageLimit> {
  return db.usageLimit.update({ where: { id }, data });
}

/** Deletes a limit of a locked service, with its counters. @returns false when another call has deleted it */
export async function deleteLimit(db: Queryable, id: string): Promise<boolean> {
  return (await db.usageLimit.deleteMany({ where: { id } })).count === 1;
}

/** Forgets what is used of a limit of a locked service: it is summed up again when it is needed. */
export async function forgetCounters(db: Queryable, limitId: string): Promise<void> {
  await db.usageLimitCounter.deleteMany({ where: { limitId } });
}

/** Forgets that a limit of a locked service was reached: it has another `max` now. */
export async function forgetReached(db: Queryable, limitId: string): Promise<void> {
  await db.$executeRaw`
    UPDATE usage_limit_counters
       SET windows = (SELECT jsonb_agg(jsonb_set(one, '{3}', 'false')) FROM jsonb_array_elements(windows) one)
     WHERE limit_id = ${limitId} AND windows::text LIKE '%true%'`;
}

/** An event whose usage no longer counts, or another that counts in its place. */
export type CorrectedEvent = Pick<
  UsageEvent,
  "id" | "serviceId" | "subscriptionId" | "subject" | "eventKey" | "occurredAt"
> & { readonly quantity: Parameters<typeof toTokenUnits>[0] };

/**
 * Locks the service of events whose usage the transaction corrects, before it voids or records any of them.
 *
 * @param events of one service
 * @returns corrects what is used of its limits, by events that no longer count and those that count instead, whatever the
 * limits say
 */
export async function openLimits(
  { tx, now }: InTransaction,
  events: readonly CorrectedEvent[],
): Promise<
  (voided: readonly CorrectedEvent[], recorded: readonly CorrectedEvent[]) => Promise<void>
> {
  const services = events.map(({ serviceId: id }) => ({ id, tenant: everyone }));
  const limited = await lockLimitedServices({ tx }, { services });
  if (limited.size === 0) return async () => {};
  const asked = events.map((event) => usageOf(event, 0n));
  // What is not known of a limit is summed up when it is needed; an alert needs to know what was used before.
  const book = await LimitBook.open({ tx, now }, asked, { sums: "alerts" });
  return async (voided, recorded) => {
    const all = [...voided, ...recorded];
    const charges = await findCharges(
      tx,
      all.map(({ id }) => id),
    );
    for (const [place, event] of all.entries()) {
      const charge = toTokenUnits(charges[place]?.amount ?? new Prisma.Decimal(0));
      book.add(usageOf(event, charge), place < voided.length ? -1n : 1n);
    }
    await writeBooks({ tx, now }, [], book.toWrite());
    await book.announce({ tx, now });
  };
}

const usageOf = (event: CorrectedEvent, charge: bigint): LimitedUsage => ({
  serviceId: event.serviceId,
  subscriptionId: event.subscriptionId,
  subject: event.subject ?? "",
  eventKey: event.eventKey,
  occurredAt: event.occurredAt,
  quantity: toTokenUnits(event.quantity),
  charge,
});

const list = {
  table: sql`usage_limits`,
  owner: { column: sql`owner_id` },
  filters: { serviceId: idIn(sql`services`, sql`service_id`) },
  only: sql`set_by = 'SELLER'`,
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
