import type { Queryable } from "../../db/client.ts";
import type { Search } from "../../ports/settlement-chain.ts";

/* What is stored about settlements and refunds while the chain does not answer about them. */

/** Notes why a check has failed. @returns since when each check has */
export async function noteTrouble(
  db: Queryable,
  recordId: string,
  trouble: string,
  now: Date,
): Promise<Date> {
  const [row] = await db.$queryRaw<[{ since: Date }]>`
    INSERT INTO chain_checks AS known (record_id, trouble, trouble_since)
    VALUES (${recordId}, ${trouble}, ${now})
    ON CONFLICT (record_id) DO UPDATE SET trouble = excluded.trouble,
      trouble_since = coalesce(known.trouble_since, excluded.trouble_since)
    RETURNING trouble_since AS since`;
  return row.since;
}

/** Forgets the troubles of a record, about which the chain has answered. */
export async function forgetTrouble(db: Queryable, recordId: string): Promise<void> {
  await db.chainCheck.deleteMany({ where: { recordId } });
}

/** Less than a check may take, in milliseconds. */
const usualMs = 15_000;

/** How far the chain was searched for a record's event. */
export const searchOf = (
  { db }: { readonly db: Queryable },
  { id: recordId }: { readonly id: string },
  maxMs = usualMs,
): Search => ({
  maxMs: Math.min(maxMs, usualMs),
  searchedFrom: async () => {
    const known = await db.chainCheck.findUnique({ where: { recordId } });
    return known?.searchedFrom ?? null;
  },
  keep: async (searchedFrom) => {
    const create = { recordId, searchedFrom };
    await db.chainCheck.upsert({ where: { recordId }, create, update: { searchedFrom } });
  },
});

/** What the chain has not answered about for a while. */
export interface LastingTrouble {
  readonly what: "settlement" | "refund";
  readonly count: number;
  readonly since: Date;
  readonly trouble: string;
}

/** Finds the settlements and refunds in use of which each check has failed since a time. @returns a row for each kind */
export function findLastingTroubles(db: Queryable, since: Date): Promise<LastingTrouble[]> {
  return db.$queryRaw`
    SELECT what, count(*)::integer AS count, min(trouble_since) AS since,
           (array_agg(trouble ORDER BY trouble_since))[1] AS trouble
      FROM chain_checks
      JOIN (SELECT 'settlement' AS what, id FROM settlements WHERE next_look_at IS NOT NULL
             UNION ALL SELECT 'refund', id FROM refunds WHERE next_look_at IS NOT NULL) watched
        ON watched.id = record_id
     WHERE trouble_since <= ${since}
     GROUP BY what ORDER BY what DESC`;
}
