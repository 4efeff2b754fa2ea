import type { Queryable } from "../../db/client.ts";
import { type DashboardSession, Prisma, type User } from "../../db/generated/client.ts";
import { newestFirst, readPage } from "../../db/list-page.ts";
import type { Page, PageRequest } from "../../kit/lists.ts";
import { ownedBy, type Tenant } from "../../kit/tenant.ts";
import { isActive } from "../../operation/access/auth/api-key.ts";
import { endedWithMakers } from "../../operation/access/auth/key-lives.ts";

const { sql } = Prisma;

export function insertDashboardSession(
  db: Queryable,
  data: Prisma.DashboardSessionUncheckedCreateInput,
): Promise<DashboardSession> {
  return db.dashboardSession.create({ data });
}

/** Inserts a session unless its link or nonce has opened one. @returns whether it was inserted */
export async function insertIfUnused(
  db: Queryable,
  data: Prisma.DashboardSessionCreateManyInput,
): Promise<boolean> {
  const { count } = await db.dashboardSession.createMany({ data, skipDuplicates: true });
  return count === 1;
}

export async function findDashboardSession(
  db: Queryable,
  id: string,
  tenant: Tenant,
): Promise<DashboardSession | null> {
  const found = await db.dashboardSession.findUnique({ where: { id, ...ownedBy(tenant) } });
  const [session = null] = found === null ? [] : await endedWithMakers(db, [found]);
  return session;
}

/** A session as it is stored. */
export function findRow(db: Queryable, id: string): Promise<DashboardSession | null> {
  return db.dashboardSession.findUnique({ where: { id } });
}

export function findByToken(db: Queryable, tokenHash: string): Promise<DashboardSession | null> {
  return db.dashboardSession.findUnique({ where: { tokenHash } });
}

/** The session of a link that can be opened now, with its seller. */
export async function findByLink(
  db: Queryable,
  linkHash: string,
  now: Date,
): Promise<Prisma.DashboardSessionGetPayload<{ include: { owner: true } }> | null> {
  const found = await db.dashboardSession.findUnique({
    where: { linkHash, openedAt: null },
    include: { owner: true },
  });
  const [session] = found === null ? [] : await endedWithMakers(db, [found]);
  return found !== null && session !== undefined && isActive(session, now)
    ? { ...found, ...session }
    : null;
}

/** The seller of a session, as its page names it. */
export function findSeller(db: Queryable, id: string | null): Promise<User | null> {
  return id === null ? Promise.resolve(null) : db.user.findUnique({ where: { id } });
}

/** The grants with which a wallet can sign in now, newest first, with their sellers. */
export function findGrants(
  db: Queryable,
  walletAddress: string,
  now: Date,
): Promise<Prisma.ApiKeyGetPayload<{ include: { user: true } }>[]> {
  return db.apiKey.findMany({
    where: {
      walletAddress,
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
    },
    include: { user: true },
    orderBy: newestFirst,
  });
}

const list = { table: sql`dashboard_sessions`, owner: { column: sql`owner_id` }, filters: {} };

export function findDashboardSessions(
  db: Queryable,
  tenant: Tenant,
  page: PageRequest,
): Promise<Page<DashboardSession>> {
  return readPage(db, list, tenant, page, (tx, ids) =>
    tx.dashboardSession
      .findMany({ where: { id: { in: ids } }, orderBy: newestFirst })
      .then((sessions) => endedWithMakers(tx, sessions)),
  );
}

/**
 * Opens the session of a link, once.
 *
 * @returns null when the link was opened, has expired, was revoked, or never existed, or its key no longer works; the
 *   transaction must be rolled back then
 */
export async function openByLink(
  db: Queryable,
  linkHash: string,
  { tokenHash, now, expiresAt }: { tokenHash: string; now: Date; expiresAt: Date },
): Promise<DashboardSession | null> {
  const [opened] = await db.dashboardSession.updateManyAndReturn({
    where: { linkHash, openedAt: null, revokedAt: null, expiresAt: { gt: now } },
    data: { tokenHash, openedAt: now, expiresAt },
  });
  if (opened === undefined) return null;
  const [session] = await endedWithMakers(db, [opened]);
  if (session === undefined || !isActive(session, now)) return null;
  if (session.expiresAt < opened.expiresAt) {
    const { id, expiresAt: end } = session;
    await db.dashboardSession.update({ where: { id }, data: { expiresAt: end } });
  }
  return session;
}

/** Sets the session in which a session was made; null: none. */
export function setMaker(
  db: Queryable,
  id: string,
  createdInSession: string | null,
): Promise<DashboardSession> {
  return db.dashboardSession.update({ where: { id }, data: { createdInSession } });
}

/** Deletes the sessions that expired before a time. */
export async function deleteExpiredBefore(db: Queryable, time: Date): Promise<void> {
  await db.dashboardSession.deleteMany({ where: { expiresAt: { lt: time } } });
}
