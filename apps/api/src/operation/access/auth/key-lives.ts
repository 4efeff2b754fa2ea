import type { Queryable } from "../../../db/client.ts";
import { findKeyLives, findSessionLives, type Life } from "./store.ts";

/** What a key or a wallet grant made, and perhaps a dashboard session of it. */
interface MadeByKey {
  readonly apiKeyId: string;
  readonly createdInSession: string | null;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
}

/** Sessions and links with the ends of what made them: they work no longer than that. */
export async function endedWithMakers<Row extends MadeByKey>(
  db: Queryable,
  rows: readonly Row[],
): Promise<Row[]> {
  const keys = await findKeyLives(
    db,
    rows.map(({ apiKeyId }) => apiKeyId),
  );
  const inSessions = rows.flatMap(({ createdInSession }) => createdInSession ?? []);
  const sessions =
    inSessions.length === 0 ? new Map<string, Life>() : await findSessionLives(db, inSessions);
  return rows.map((row) =>
    [keys.get(row.apiKeyId), sessions.get(row.createdInSession ?? "")].reduce(endedWith, row),
  );
}

function endedWith<Row extends MadeByKey>(row: Row, maker: Life | undefined): Row {
  if (maker === undefined) return row; // the key from the environment
  const expiresAt = earlier(row.expiresAt, maker.expiresAt);
  const { revokedAt } = maker;
  // What had expired before was not ended by the revocation.
  if (revokedAt === null || revokedAt >= expiresAt) return { ...row, expiresAt };
  return { ...row, expiresAt, revokedAt: earlier(revokedAt, row.revokedAt) };
}

/** The earlier of two times; an absent one is never. */
export const earlier = (one: Date, other: Date | null | undefined): Date =>
  other && other < one ? other : one;
