import type { Queryable } from "../../../db/client.ts";
import { type PortalSession, Prisma } from "../../../db/generated/client.ts";
import { type ListQuery, newestFirst, readPage } from "../../../db/list-page.ts";
import type { Page } from "../../../kit/lists.ts";
import { ownedBy, type Tenant } from "../../../kit/tenant.ts";
import { endedWithMakers } from "../../../operation/access/auth/key-lives.ts";

const { sql } = Prisma;

export function insertPortalSession(
  db: Queryable,
  data: Prisma.PortalSessionUncheckedCreateInput,
): Promise<PortalSession> {
  return db.portalSession.create({ data });
}

/** A seller's sessions are those that its keys made. */
export async function findPortalSession(
  db: Queryable,
  id: string,
  tenant: Tenant,
): Promise<PortalSession | null> {
  const found = await db.portalSession.findUnique({ where: { id, ...ownedBy(tenant) } });
  const [session = null] = found === null ? [] : await endedWithMakers(db, [found]);
  return session;
}

const list = {
  table: sql`portal_sessions`,
  owner: { column: sql`owner_id` },
  filters: { userId: { column: sql`user_id` } },
};

export function findPortalSessions(
  db: Queryable,
  tenant: Tenant,
  query: ListQuery<keyof typeof list.filters>,
): Promise<Page<PortalSession>> {
  return readPage(db, list, tenant, query, (tx, ids) =>
    tx.portalSession
      .findMany({ where: { id: { in: ids } }, orderBy: newestFirst })
      .then((sessions) => endedWithMakers(tx, sessions)),
  );
}

/** Revokes a session. One that is already revoked keeps its time. */
export async function markRevoked(db: Queryable, id: string, now: Date): Promise<void> {
  await db.portalSession.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now } });
}

/** Deletes the sessions that expired before a time. */
export async function deleteExpiredBefore(db: Queryable, time: Date): Promise<void> {
  await db.portalSession.deleteMany({ where: { expiresAt: { lt: time } } });
}

const withOne = { take: 1, select: { id: true } } as const;

/** With the subscriber, and whether it sells: its first service and API key. */
const withParties = {
  user: { include: { services: withOne, apiKeys: { ...withOne, where: { walletAddress: null } } } },
  owner: true,
} as const satisfies Prisma.PortalSessionInclude;

export type PortalRow = Prisma.PortalSessionGetPayload<{ include: typeof withParties }>;

/** Finds the session of a link that works now, with its subscriber and its seller. */
export function findByToken(
  db: Queryable,
  tokenHash: string,
  now: Date,
): Promise<PortalRow | null> {
  return db.portalSession.findFirst({
    where: { tokenHash, revokedAt: null, expiresAt: { gt: now } },
    include: withParties,
  });
}

/** Looks for a session that was not revoked by its token. */
export async function hasToken(db: Queryable, tokenHash: string): Promise<boolean> {
  const where = { tokenHash, revokedAt: null };
  return (await db.portalSession.findUnique({ where, select: { id: true } })) !== null;
}

/** Locks a session against revocation until the transaction ends. @returns false when it was revoked */
export async function lockUnrevoked(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.$queryRaw<object[]>`
    SELECT id FROM portal_sessions WHERE id = ${id} AND revoked_at IS NULL FOR SHARE`;
  return rows.length === 1;
}
