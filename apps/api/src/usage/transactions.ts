import type { Queryable } from "../db/client.ts";
import { Prisma } from "../db/generated/client.ts";
import { countChanged, runStatement } from "../db/statements.ts";

const { sql } = Prisma;

/*
 * Events and voids have the number of the transaction that wrote them. Jobs read them in this order, once no earlier
 * transaction can commit any more, so they read each exactly once.
 */

/**
 * The condition that transaction numbers in the database are those of this server. After a dump is restored on another
 * server, they are not, and cannot be compared with new ones.
 */
export const isOfThisServer: Prisma.Sql = sql`
  server = (SELECT system_identifier::text FROM pg_control_system())`;

/** All transactions before this number have ended, as SQL. */
export const ended: Prisma.Sql = sql`pg_snapshot_xmin(pg_current_snapshot())`;

/** Transactions, by the number of the last one before them, and of the last of them. */
export interface Transactions {
  readonly after: string;
  /** undefined: all later ones that the snapshot shows. */
  readonly through?: string | undefined;
}

/** The condition for rows of a table that transactions wrote. */
export const writtenBy = ({ after, through }: Transactions, table: Prisma.Sql): Prisma.Sql => sql`
  ${table}.transaction_id > ${after}::xid8
  ${through === undefined ? Prisma.empty : sql`AND ${table}.transaction_id <= ${through}::xid8`}`;

interface Read {
  readonly through: string;
  readonly hasMore: boolean;
}

/**
 * Finds how far a job reads in one run. The events of one transaction stay together, so that the number of a transaction
 * tells how far the job has come.
 *
 * @param after the number of the last transaction that it has read
 * @param max how many events and how many voids it reads, if a transaction ends there
 */
export async function nextToRead(tx: Queryable, after: string, max: number): Promise<Read> {
  const nth = (table: Prisma.Sql) => sql`
    (SELECT transaction_id FROM ${table} WHERE transaction_id > ${after}::xid8 AND transaction_id < ${ended}
      ORDER BY transaction_id OFFSET ${max - 1} LIMIT 1)`;
  const { text, values } = sql`
    SELECT through::text, through <> last AS "hasMore"
      FROM (SELECT (${ended}::text::bigint - 1)::text::xid8 AS last) AS ended
     CROSS JOIN LATERAL (
        SELECT least(${nth(sql`usage_events`)}, ${nth(sql`usage_event_voids`)}, last) AS through) AS read`;
  const [row] = await runStatement<Read>(tx, { text }, values);
  if (row === undefined) throw new Error("A SELECT of one row answers with one row.");
  return row;
}

/** Writes what a job has read. Postgres plans the statement each time, for as many rows as it reads then. */
export async function change(tx: Queryable, { text, values }: Prisma.Sql): Promise<void> {
  await countChanged(tx, { text }, values);
}
