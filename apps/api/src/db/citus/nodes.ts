import type { Pool, PoolClient } from "pg";
import { isDistributed, type Queryable } from "../client.ts";
import { Prisma } from "../generated/client.ts";
import { runStatement } from "../statements.ts";

/** A node of a Citus cluster. */
export interface CitusNode {
  /** Citus's number of it; 0 is the coordinator. */
  readonly group: number;
  readonly name: string;
  readonly port: number;
  readonly isCoordinator: boolean;
  readonly isActive: boolean;
  /** Whether Citus may store shards on it. */
  readonly storesShards: boolean;
}

/** The nodes that can be written to, the coordinator first. */
export async function readNodes(connection: Pool | PoolClient): Promise<CitusNode[]> {
  const { rows } = await connection.query<CitusNode>(
    `SELECT nodename AS name, nodeport AS port, groupid AS "group", groupid = 0 AS "isCoordinator", isactive AS "isActive",
            shouldhaveshards AS "storesShards"
       FROM pg_dist_node WHERE noderole = 'primary' ORDER BY groupid, nodeid`,
  );
  return rows;
}

/** The shards of `usage_events` on one node. */
export interface NodeShards {
  readonly name: string;
  readonly port: number;
  readonly shards: number;
  /** With indexes. */
  readonly bytes: number;
}

export async function readShards(connection: Pool | PoolClient): Promise<NodeShards[]> {
  const { rows } = await connection.query<NodeShards>(
    `SELECT nodename AS name, nodeport AS port, count(*)::int AS shards, sum(shard_size)::float8 AS bytes
       FROM citus_shards WHERE table_name = 'usage_events'::regclass GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  return rows;
}

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
