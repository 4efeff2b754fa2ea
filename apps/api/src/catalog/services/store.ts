import { inSnapshot, type Queryable } from "../../db/client.ts";
import { Prisma, type Service } from "../../db/generated/client.ts";
import {
  jsonList,
  jsonObject,
  type NestedRows,
  readRecords,
  recordStatement,
  type SqlJson,
} from "../../db/json-rows.ts";
import { listText, objectText, stringText } from "../../db/json-text.ts";
import { newestFirst, readPage } from "../../db/list-page.ts";
import { runStatement } from "../../db/statements.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import type { Page, PageRequest } from "../../kit/lists.ts";
import { type Asked, isOwnedBy, ofAsked, ownedBy, type Tenant } from "../../kit/tenant.ts";
import { Branding } from "../../schemas/branding.ts";
import { Plan } from "../../schemas/plans.ts";
import { Service as ServiceSchema } from "../../schemas/services.ts";
import { User } from "../../schemas/users.ts";

const { sql } = Prisma;

const withOwnerAndPlans = {
  owner: true,
  onTestClock: { select: { testClockId: true } },
  paymentPlans: { orderBy: newestFirst },
} satisfies Prisma.ServiceInclude;

export type ServiceWithPlans = Prisma.ServiceGetPayload<{ include: typeof withOwnerAndPlans }>;

/** The column of a branding: the fields that were given, or NULL when there are none. */
export function storedBranding(
  branding: Readonly<Partial<Record<keyof Branding, string | undefined>>> = {},
): Prisma.InputJsonObject | typeof Prisma.DbNull {
  const given = Object.entries(branding).filter(([, value]) => value !== undefined);
  return given.length === 0 ? Prisma.DbNull : Object.fromEntries(given);
}

export function insertService(
  db: Queryable,
  data: Prisma.ServiceUncheckedCreateInput,
): Promise<ServiceWithPlans> {
  return db.service.create({ data, include: withOwnerAndPlans });
}

/** The payout addresses of active services, in lower case and without repeats, those of the newest services first. */
export async function findPayoutAddresses(db: Queryable, limit: number): Promise<Hex[]> {
  const rows = await db.service.findMany({
    where: { status: "ACTIVE", payoutAddress: { not: null } },
    orderBy: newestFirst,
    take: limit,
    select: { payoutAddress: true },
  });
  const addresses = rows.map(({ payoutAddress }) => payoutAddress?.toLowerCase() as Hex);
  return [...new Set(addresses)];
}

/** Locks a service against changes until the transaction ends. Several transactions can hold the lock. */
export async function lockService(tx: Queryable, serviceId: string): Promise<void> {
  await tx.$queryRaw`SELECT FROM services WHERE id = ${serviceId} FOR SHARE`;
}

const onTestClock: SqlJson<{ testClockId: string } | null> = {
  sql: `(SELECT json_build_object('testClockId', placed.test_clock_id)
           FROM services_on_test_clocks placed WHERE placed.service_id = service.id)`,
  read: (json) => json as { testClockId: string },
};

/** The plans of a service. Its table is called `service`. */
const plansOfService: NestedRows = {
  from: "payment_plans one WHERE one.service_id = service.id",
};

/** Services with their owners. The ids are $1. */
const foundServices = `
  FROM services service JOIN users owner ON owner.id = service.owner_id
 WHERE service.id = ANY ($1::text[])`;

const byId = recordStatement(
  "find_services",
  jsonObject("service", "Service", {
    owner: jsonObject("owner", "User"),
    onTestClock,
    paymentPlans: jsonList("PaymentPlan", plansOfService),
  }),
  foundServices,
);

/** A service as the JSON of its answer. */
interface ServiceText {
  readonly id: string;
  readonly ownerId: string;
  readonly text: string;
}

/** The text of a branding, whose column has only the fields that were given. */
const brandingText = Object.keys(Branding.shape)
  .map((field) => `"${field}":' || ${stringText(`service.branding->'${field}'`)}`)
  .join(" || ',");

const serviceTexts = {
  name: "find_service_texts",
  text: `SELECT service.id, service.owner_id AS "ownerId", ${objectText(
    "service",
    "Service",
    ServiceSchema,
    {
      branding: `CASE WHEN service.branding IS NULL THEN 'null' ELSE '{${brandingText} || '}' END`,
      portal: `'{"allowsCancel":' || service.portal_allows_cancel::text || '}'`,
      testClockId: stringText(
        "(SELECT placed.test_clock_id FROM services_on_test_clocks placed WHERE placed.service_id = service.id)",
      ),
      owner: objectText("owner", "User", User),
      paymentPlans: listText(objectText("one", "PaymentPlan", Plan), plansOfService),
    },
  )} AS text ${foundServices}`,
};

/** @returns one service for each request, in order; null where the tenant has no such service */
export async function findServiceTexts(
  db: Queryable,
  asked: readonly Asked[],
): Promise<(ServiceText | null)[]> {
  const ids = asked.map(({ id }) => id);
  return ofAsked(await runStatement<ServiceText>(db, serviceTexts, [ids]), asked);
}

async function findService(
  db: Queryable,
  id: string,
  tenant: Tenant,
): Promise<ServiceWithPlans | null> {
  const [service] = await readRecords(db, byId, [[id]]);
  return service !== undefined && isOwnedBy(tenant, service) ? service : null;
}

/** The service's own fields, without its owner and plans. */
export function findServiceRecord(
  db: Queryable,
  id: string,
  tenant: Tenant,
): Promise<Service | null> {
  return db.service.findUnique({ where: { id, ...ownedBy(tenant) } });
}

/** Finds the active services that are paid at an address: two at most, the newest first. */
export function findPaidServices(
  db: Queryable,
  tenant: Tenant,
  payoutAddress: string,
): Promise<Service[]> {
  return db.service.findMany({
    where: {
      ...ownedBy(tenant),
      status: "ACTIVE",
      payoutAddress: { equals: payoutAddress, mode: "insensitive" },
    },
    orderBy: newestFirst,
    take: 2,
  });
}

/** Every service of a tenant, newest first. */
export function findServices(db: Queryable, tenant: Tenant): Promise<ServiceWithPlans[]> {
  return inSnapshot(db, (tx) =>
    tx.service.findMany({
      where: ownedBy(tenant),
      include: withOwnerAndPlans,
      orderBy: newestFirst,
    }),
  );
}

const list = { table: sql`services`, owner: { column: sql`owner_id` }, filters: {} };

export function findServicePage(
  db: Queryable,
  tenant: Tenant,
  page: PageRequest,
): Promise<Page<ServiceWithPlans>> {
  return readPage(db, list, tenant, page, (tx, ids) =>
    tx.service.findMany({
      where: { id: { in: ids } },
      include: withOwnerAndPlans,
      orderBy: newestFirst,
    }),
  );
}

/** Finds services whose logo was not checked since it was set, each of another seller. */
export function findUncheckedLogos(
  db: Queryable,
  limit: number,
): Promise<Pick<Service, "id" | "branding">[]> {
  return db.$queryRaw`
    SELECT DISTINCT ON (owner_id) id, branding FROM services
     WHERE logo_checked_at IS NULL AND branding IS NOT NULL AND branding <> 'null'
     ORDER BY owner_id, id LIMIT ${limit}`;
}

/**
 * Stores whether the logo of a service's branding can be shown, unless the branding has changed since.
 *
 * @param problem why not; null: it can
 */
export async function noteLogoCheck(
  { db, now }: { readonly db: Queryable; readonly now: Date },
  { id, branding }: Pick<Service, "id" | "branding">,
  problem: string | null,
): Promise<void> {
  await db.$executeRaw`
    UPDATE services SET logo_checked_at = ${now}, logo_problem = ${problem}
     WHERE id = ${id} AND branding = ${JSON.stringify(branding)}::jsonb`;
}

/** @returns null when the tenant has no such service */
export async function changeService(
  db: Queryable,
  id: string,
  tenant: Tenant,
  data: Prisma.ServiceUncheckedUpdateManyInput,
): Promise<ServiceWithPlans | null> {
  await db.service.updateMany({ where: { id, ...ownedBy(tenant) }, data });
  return findService(db, id, tenant);
}
