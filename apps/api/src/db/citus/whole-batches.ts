import { isDistributed, type Queryable } from "../client.ts";
import { Prisma } from "../generated/client.ts";
import { runStatement } from "../statements.ts";

const { sql } = Prisma;

interface Recording {
  /** The transactions that had ended, as Postgres writes a pg_snapshot. */
  readonly snapshot: string;
  /**
   * Batches that were recorded before are whole: none takes as long. Their numbers may be of another server, from a
   * backup. It is the servers' time: a service on a test clock has another one.
   */
  readonly since: string;
}

const statement = {
  name: "read_recording",
  text: `SELECT pg_current_snapshot()::text AS snapshot,
                (now() - interval '10 minutes')::text AS since`,
};

/**
 * The condition for usage events of batches that are recorded as a whole. Ask for it before you read the events.
 *
 * On a distributed table each node commits its part of a batch by itself, so a reader could see some parts and not
 * others. All parts name one transaction of the coordinator, which ends after the last of them is committed. A reader
 * leaves out events whose transaction had not ended when it asked. On a single Postgres a batch is one commit.
 */
export async function wholeBatches(db: Queryable): Promise<Prisma.Sql> {
  if (!isDistributed(db)) return sql`true`;
  const [recording] = await runStatement<Recording>(db, statement, []);
  if (recording === undefined) throw new Error("A SELECT without FROM answers with one row.");
  const { snapshot, since } = recording;
  return sql`(recorded_in IS NULL OR recorded_at < ${since}::timestamptz
              OR pg_visible_in_snapshot(recorded_in, ${snapshot}::pg_snapshot))`;
}
