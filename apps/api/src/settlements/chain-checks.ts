import type { Search } from "../chain/settlement-terms.ts";
import type { Queryable } from "../db/client.ts";
import { Prisma } from "../db/generated/client.ts";
import type { SettlementParts } from "../operation/ports/parts.ts";

/* Checks of settlements and refunds against the chain: their leases, failures and searches. */

/** How many records of a kind one process checks concurrently. */
const pageSize = 16;
/** The time limit of one check, in milliseconds. */
export const checkLimitMs = 20_000;
/**
 * The lease on claimed records, in milliseconds. After it other processes may claim them, for example when this one was
 * killed.
 */
const leaseMs = 30_000;

/** A claim of the records that are due: it sets their next check to the end of the lease. */
export interface Claim {
  readonly now: Date;
  readonly leaseUntil: Date;
  readonly limit: number;
}

/** Claims the records of a table that are due, longest due first. Other processes skip them until the lease ends. @returns ids */
export async function claimDue(
  db: Queryable,
  table: "settlements" | "refunds" | "cap_relays",
  { now, leaseUntil, limit }: Claim,
): Promise<string[]> {
  const records = Prisma.raw(table);
  const claimed = await db.$queryRaw<{ id: string }[]>`
    WITH due AS MATERIALIZED (
      SELECT id FROM ${records} WHERE next_check_at <= ${now}
       ORDER BY next_check_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    UPDATE ${records} SET next_check_at = ${leaseUntil} WHERE id IN (SELECT id FROM due)
    RETURNING id`;
  return claimed.map(({ id }) => id);
}

/**
 * Checks the records that are due, concurrently. Every process does so; the lease prevents two from checking the same
 * record. A record without an answer does not delay the others, because the problem may be specific to it.
 *
 * @param check returns whether the chain answered
 * @returns "more" when more may be due now, "trouble" when the chain answered for none
 */
export async function checkDue<Row>(
  { db, clock, watch }: SettlementParts,
  name: `${string}.${string}`,
  claim: (db: Queryable, claim: Claim) => Promise<Row[]>,
  check: (row: Row, lease: Date) => Promise<boolean>,
): Promise<"done" | "more" | "trouble"> {
  const now = clock.now();
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const due = await claim(db, { now, leaseUntil, limit: pageSize });
  const answered = await Promise.all(
    due.map((row) => watch({ kind: "operation", name }, () => check(row, leaseUntil))),
  );
  if (due.length > 0 && !answered.includes(true)) return "trouble";
  return due.length === pageSize ? "more" : "done";
}

/** The trouble of a check that exceeded its time limit. */
export const tooSlow = "The settlement chain answered too slowly.";

/** Stores why a check failed. @returns when the first check in a row failed */
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

/** Deletes the trouble of a record after the chain has answered about it. */
export async function forgetTrouble(db: Queryable, recordId: string): Promise<void> {
  await db.chainCheck.deleteMany({ where: { recordId } });
}

/** The time limit of a search, in milliseconds: less than that of a check. */
const usualMs = 15_000;

/** Returns the stored progress of the search for a record's event. */
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

/** Settlements or refunds whose checks have failed for a while. */
export interface LastingTrouble {
  readonly what: "settlement" | "refund";
  readonly count: number;
  readonly since: Date;
  readonly trouble: string;
}

/** Finds the watched settlements and refunds whose checks have all failed since a time. @returns a row for each kind */
export function findLastingTroubles(db: Queryable, since: Date): Promise<LastingTrouble[]> {
  return db.$queryRaw`
    SELECT what, count(*)::integer AS count, min(trouble_since) AS since,
           (array_agg(trouble ORDER BY trouble_since))[1] AS trouble
      FROM chain_checks
      JOIN (SELECT 'settlement' AS what, id FROM settlements WHERE next_check_at IS NOT NULL
             UNION ALL SELECT 'refund', id FROM refunds WHERE next_check_at IS NOT NULL) watched
        ON watched.id = record_id
     WHERE trouble_since <= ${since}
     GROUP BY what ORDER BY what DESC`;
}
