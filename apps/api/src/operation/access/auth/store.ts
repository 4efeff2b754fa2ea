import type { Queryable } from "../../../db/client.ts";
import type { ApiKey, DashboardSession } from "../../../db/generated/client.ts";

export type Life = Pick<ApiKey, "revokedAt" | "expiresAt">;

const life = { revokedAt: true, expiresAt: true } as const;

/** Finds when a key was revoked and when it expires; null when there is no such key. */
export function findKeyLife(tx: Queryable, id: string): Promise<Life | null> {
  return tx.apiKey.findUnique({ where: { id }, select: life });
}

/** The same for several keys, by their ids. */
export async function findKeyLives(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Life>> {
  return byId(await db.apiKey.findMany(livesOf(ids)));
}

/** The same for several dashboard sessions. */
export async function findSessionLives(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Life>> {
  return byId(await db.dashboardSession.findMany(livesOf(ids)));
}

const livesOf = (ids: readonly string[]) => ({
  where: { id: { in: [...ids] } },
  select: { id: true, ...life },
});

const byId = (rows: readonly (Life & Pick<ApiKey, "id">)[]): ReadonlyMap<string, Life> =>
  new Map(rows.map(({ id, ...of }) => [id, of]));

export function findApiKeyByHash(db: Queryable, hash: string): Promise<ApiKey | null> {
  return db.apiKey.findUnique({ where: { hash } });
}

export function findApiKeyById(db: Queryable, id: string): Promise<ApiKey | null> {
  return db.apiKey.findUnique({ where: { id } });
}

/** Finds the dashboard session of a cookie. */
export function findOpenSession(
  db: Queryable,
  tokenHash: string,
): Promise<DashboardSession | null> {
  return db.dashboardSession.findUnique({ where: { tokenHash } });
}

/** Finds when a dashboard session was revoked and when it expires; null when there is no such session. */
export function findSessionLife(tx: Queryable, id: string): Promise<Life | null> {
  return tx.dashboardSession.findUnique({ where: { id }, select: life });
}

/** A credential that another credential made. */
export interface Made {
  readonly id: string;
  readonly kind: "key" | "session";
  /** The seller that it speaks for; null: the platform. */
  readonly userId: string | null;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
}

/**
 * The credentials that a key or a dashboard session made, directly or through others, and that are not revoked: the keys
 * and wallet grants, and the sessions that were made in sessions. The other sessions of a key end with it by themselves.
 * For a rotated key, they include what its ended predecessors made: the rotation kept it, and no other revocation ends it.
 */
export function findMade(db: Queryable, id: string, now: Date): Promise<Made[]> {
  return db.$queryRaw`
    WITH RECURSIVE makers (id) AS (
      SELECT ${id}
      UNION SELECT replaced.id FROM makers
        JOIN api_keys later ON later.id = makers.id
        JOIN api_keys replaced ON replaced.id = later.replaces_id
       WHERE replaced.revoked_at IS NOT NULL OR replaced.expires_at <= ${now}
    ), made (id) AS (
      SELECT id FROM makers
      UNION SELECT one.id FROM made CROSS JOIN LATERAL (
        SELECT id FROM api_keys WHERE created_by = made.id
        UNION ALL SELECT id FROM api_keys WHERE created_in_session = made.id
        UNION ALL SELECT id FROM dashboard_sessions WHERE created_in_session = made.id) one)
    SELECT id, kind, user_id AS "userId", scopes, expires_at AS "expiresAt" FROM (
      SELECT key.id, 'key' AS kind, user_id, scopes, expires_at, created_at
        FROM made JOIN api_keys key ON key.id = made.id WHERE revoked_at IS NULL
      UNION ALL
      SELECT session.id, 'session', owner_id, scopes, expires_at, created_at
        FROM made JOIN dashboard_sessions session ON session.id = made.id WHERE revoked_at IS NULL
    ) found WHERE id NOT IN (SELECT id FROM makers) ORDER BY created_at, id`;
}

/** Revokes keys, wallet grants and dashboard sessions. What is already revoked keeps its time. */
export async function markRevoked(tx: Queryable, ids: readonly string[], now: Date): Promise<void> {
  await tx.$executeRaw`
    UPDATE api_keys SET revoked_at = ${now}
     WHERE id = ANY (${[...ids]}) AND revoked_at IS NULL`;
  await tx.$executeRaw`
    UPDATE dashboard_sessions SET revoked_at = ${now}
     WHERE id = ANY (${[...ids]}) AND revoked_at IS NULL`;
}
