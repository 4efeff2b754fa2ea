import type { Queryable } from "../../db/client.ts";
import { Prisma, type TestClock } from "../../db/generated/client.ts";
import { newestFirst, readPage } from "../../db/list-page.ts";
import type { Page, PageRequest } from "../../kit/lists.ts";
import { transition } from "../../kit/state-table.ts";
import { ownedBy, type Tenant } from "../../kit/tenant.ts";
import { testClockStates } from "../../schemas/states.ts";

const { sql } = Prisma;

export function insertTestClock(
  db: Queryable,
  data: Prisma.TestClockUncheckedCreateInput,
): Promise<TestClock> {
  return db.testClock.create({ data });
}

export function findTestClock(
  db: Queryable,
  id: string,
  tenant: Tenant,
): Promise<TestClock | null> {
  return db.testClock.findUnique({ where: { id, ...ownedBy(tenant) } });
}

const list = { table: sql`test_clocks`, owner: { column: sql`owner_id` }, filters: {} };

export function findTestClocks(
  db: Queryable,
  tenant: Tenant,
  query: PageRequest,
): Promise<Page<TestClock>> {
  return readPage(db, list, tenant, query, (tx, ids) =>
    tx.testClock.findMany({ where: { id: { in: ids } }, orderBy: newestFirst }),
  );
}

/** Starts to advance a clock. @returns false when it is advancing already, or stands at `to` or later */
export async function startAdvance(
  db: Queryable,
  id: string,
  to: Date,
  now: Date,
): Promise<boolean> {
  const { from, to: status } = transition(testClockStates, "advance");
  const { count } = await db.testClock.updateMany({
    where: { id, status: { in: from }, now: { lt: to } },
    data: { status, advancingTo: to, leasedUntil: null, updatedAt: now },
  });
  return count === 1;
}

/** The lease of the process that advances a clock. It stores nothing once another process has the lease. */
export interface Lease {
  readonly id: string;
  readonly leasedUntil: Date;
}

/** Leases an advancing clock whose lease has ended. @returns false when another process advances it */
export async function leaseTestClock(
  db: Queryable,
  { id, leasedUntil }: Lease,
  now: Date,
): Promise<boolean> {
  const { count } = await db.testClock.updateMany({
    where: {
      id,
      status: "ADVANCING",
      OR: [{ leasedUntil: null }, { leasedUntil: { lte: now } }],
    },
    data: { leasedUntil },
  });
  return count === 1;
}

/** Ends a lease, so that another process can continue at once. */
export async function endLease(db: Queryable, { id, leasedUntil }: Lease): Promise<void> {
  await db.testClock.updateMany({ where: { id, leasedUntil }, data: { leasedUntil: null } });
}

/** Moves an advancing clock, and renews its lease. @returns false when another process has the lease */
export async function moveTestClock(
  db: Queryable,
  { id, leasedUntil }: Lease,
  moved: { readonly now: Date; readonly leasedUntil: Date; readonly updatedAt: Date },
): Promise<boolean> {
  const { count } = await db.testClock.updateMany({
    where: { id, status: "ADVANCING", leasedUntil },
    data: moved,
  });
  return count === 1;
}

/** Ends the advance of a clock at its target. @returns false when another process has the lease */
export async function arrive(
  db: Queryable,
  { id, leasedUntil }: Lease,
  now: Date,
): Promise<boolean> {
  const { from, to: status } = transition(testClockStates, "arrive");
  const { count } = await db.testClock.updateMany({
    where: { id, status: { in: from }, leasedUntil },
    data: { status, advancingTo: null, leasedUntil: null, updatedAt: now },
  });
  return count === 1;
}

/** The clocks that are advancing, oldest lease first. */
export async function findAdvancing(db: Queryable): Promise<string[]> {
  const rows = await db.testClock.findMany({
    where: { status: "ADVANCING" },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** The clocks that services are on, with their times. */
export function findClocksInUse(db: Queryable): Promise<TestClock[]> {
  return db.testClock.findMany({ where: { services: { some: {} } }, orderBy: { id: "asc" } });
}

/** When the clock that a service is on was created, in real time: the service is not older. @returns null: it is on none */
export async function findStartOfClock(db: Queryable, serviceId: string): Promise<Date | null> {
  const of = { where: { serviceId }, select: { testClock: { select: { createdAt: true } } } };
  return (await db.serviceOnTestClock.findUnique(of))?.testClock.createdAt ?? null;
}

export async function putOnTestClock(
  db: Queryable,
  serviceId: string,
  testClockId: string,
): Promise<void> {
  await db.serviceOnTestClock.create({ data: { serviceId, testClockId } });
}

/** The ids of the services on a clock. */
export async function findServicesOn(db: Queryable, testClockId: string): Promise<string[]> {
  const rows = await db.serviceOnTestClock.findMany({
    where: { testClockId },
    orderBy: { serviceId: "asc" },
    select: { serviceId: true },
  });
  return rows.map(({ serviceId }) => serviceId);
}

/** The time of a clock. @throws Error when there is no such clock: clocks are never deleted */
export async function findTimeOf(db: Queryable, id: string): Promise<Date> {
  const { now } = await db.testClock.findUniqueOrThrow({ where: { id }, select: { now: true } });
  return now;
}

/** How the service of a record is found. */
const serviceOf = {
  serviceId: sql`SELECT id AS service_id FROM services WHERE id =`,
  paymentPlanId: sql`SELECT service_id FROM payment_plans WHERE id =`,
  checkoutSessionId: sql`SELECT service_id FROM checkout_sessions WHERE id =`,
  subscriptionId: sql`SELECT service_id FROM subscriptions WHERE id =`,
  invoiceId: sql`SELECT service_id FROM invoices WHERE id =`,
  linkToken: sql`SELECT service_id FROM invoices WHERE link_token =`,
  balanceId: sql`SELECT service_id FROM balances WHERE id =`,
  recurringGrantId: sql`SELECT b.service_id FROM recurring_grants g JOIN balances b ON b.id = g.balance_id WHERE g.id =`,
  settlementId: sql`SELECT service_id FROM settlements WHERE id =`,
  creditNoteId: sql`SELECT service_id FROM credit_notes WHERE id =`,
  disputeId: sql`SELECT service_id FROM disputes WHERE id =`,
  usageEventId: sql`SELECT service_id FROM usage_events WHERE id =`,
  holdId: sql`SELECT b.service_id FROM balance_holds h JOIN balances b ON b.id = h.balance_id WHERE h.id =`,
};

/** An input's field that names a record of a service. */
export type NamingField = keyof typeof serviceOf;

/** The fields of inputs that name records of services. */
export const namingFields = Object.keys(serviceOf) as readonly NamingField[];

/**
 * Finds the test clock of the service of a record.
 *
 * @returns the id of the clock; null: the service is on none; undefined: there is no such record
 */
export async function findClockOf(
  db: Queryable,
  field: NamingField,
  value: string,
): Promise<string | null | undefined> {
  const [row] = await db.$queryRaw<{ testClockId: string | null }[]>`
    SELECT placed.test_clock_id AS "testClockId"
      FROM (${serviceOf[field]} ${value}) AS of_service
      LEFT JOIN services_on_test_clocks placed USING (service_id)`;
  return row?.testClockId;
}
