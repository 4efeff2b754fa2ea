import { isActive } from "../access/auth/api-key.ts";
import { findKeyLives } from "../access/auth/key-lives.ts";
import type { Queryable } from "../db/client.ts";
import { type DashboardSession, Prisma } from "../db/generated/client.ts";
import { newestFirst, readPage } from "../db/list-page.ts";
import type { Page, PageRequest } from "../lib/lists.ts";
import { ownedBy, type Tenant } from "../lib/tenant.ts";

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
  const [session = null] = found === null ? [] : await endedWithKeys(db, [found]);
  return session;
}

/** The sessions with the ends of their keys: a session works no longer than its key. */
async function endedWithKeys(
  db: Queryable,
  sessions: readonly DashboardSession[],
): Promise<DashboardSession[]> {
  const lives = await findKeyLives(
    db,
    sessions.flatMap(({ apiKeyId }) => apiKeyId ?? []),
  );
  return sessions.map((session) => {
    const key = lives.get(session.apiKeyId ?? "");
    if (key === undefined) return session; // of a wallet, or of the key from the environment
    const expiresAt = earlier(session.expiresAt, key.expiresAt) ?? session.expiresAt;
    // A session that had expired before was not ended by the revocation.
    const isEnded = key.revokedAt !== null && key.revokedAt < expiresAt;
    const revokedAt = isEnded ? earlier(session.revokedAt, key.revokedAt) : session.revokedAt;
    return { ...session, expiresAt, revokedAt };
  });
}

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other < one) ? other : one;

const list = { table: sql`dashboard_sessions`, owner: { column: sql`owner_id` }, filters: {} };

export function findDashboardSessions(
  db: Queryable,
  tenant: Tenant,
  page: PageRequest,
): Promise<Page<DashboardSession>> {
  return readPage(db, list, tenant, page, (tx, ids) =>
    tx.dashboardSession
      .findMany({ where: { id: { in: ids } }, orderBy: newestFirst })
      .then((sessions) => endedWithKeys(tx, sessions)),
  );
}

/** Revokes a session. One that is already revoked keeps its time. */
export async function markRevoked(db: Queryable, id: string, now: Date): Promise<void> {
  await db.dashboardSession.updateMany({
    where: { id, revokedAt: null },
    data: { revokedAt: now },
  });
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
  const [session] = await endedWithKeys(db, [opened]);
  return session !== undefined && isActive(session, now) ? session : null;
}

/** Revokes the session of a cookie, if there is one. */
export async function endByToken(db: Queryable, tokenHash: string, now: Date): Promise<void> {
  await db.dashboardSession.updateMany({
    where: { tokenHash, revokedAt: null },
    data: { revokedAt: now },
  });
}

/** Deletes the sessions that expired before a time. */
export async function deleteExpiredBefore(db: Queryable, time: Date): Promise<void> {
  await db.dashboardSession.deleteMany({ where: { expiresAt: { lt: time } } });
}
