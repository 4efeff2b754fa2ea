import { setTimeout as sleep } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import { isDistributed, type Queryable } from "../client.ts";
import { Prisma } from "../generated/client.ts";
import { type AnyTransaction, isOnNodes, runStatement } from "../statements.ts";

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
  await waitForNodes(db);
  const [recording] = await runStatement<Recording>(db, statement, []);
  if (recording === undefined) throw new Error("A SELECT without FROM answers with one row.");
  const { snapshot, since } = recording;
  return sql`(recorded_in IS NULL OR recorded_at < ${since}::timestamptz
              OR pg_visible_in_snapshot(recorded_in, ${snapshot}::pg_snapshot))`;
}

/** A node that stores usage events does not record or show them. The caller gets what it gets while the database is away. */
export class NodeAway extends Error {
  override readonly name = "NodeAway";
  readonly code = "08006"; // connection_failure
}

/** How long a read waits for nodes to end what was committed, in milliseconds, and how often it asks. */
const patienceMs = 5_000;
const pauseMs = 10;

/**
 * Whether a node has prepared a part of a transaction that the coordinator has committed, and has not committed it yet. Of a
 * node that is away it is so until Citus has cleaned up, within `citus.recover_2pc_interval` of its return.
 */
const unfinished = {
  name: "find_unfinished_parts",
  text: `
  SELECT FROM run_command_on_workers($$SELECT coalesce(json_agg(gid), '[]') FROM pg_prepared_xacts
                                         WHERE database = current_database() AND gid LIKE 'citus%'$$) answer
    JOIN pg_dist_node node ON node.nodename = answer.nodename AND node.nodeport = answer.nodeport
   WHERE EXISTS (SELECT FROM pg_dist_transaction ended
                  WHERE ended.groupid = node.groupid
                    AND (NOT answer.success OR (answer.result::jsonb) ? ended.gid))`,
};

const hasEnded = {
  name: "has_transactions_of_nodes",
  text: "SELECT FROM pg_dist_transaction LIMIT 1",
};

/**
 * Waits until the nodes of Citus show all events that were recorded with charges or counters. The coordinator decides their
 * transactions, and tells the nodes later: until then, a node shows none of it. A sum must not miss what a balance or
 * a counter contains already.
 *
 * @throws NodeAway when it takes too long; trying again is safe
 */
export async function waitForNodes(db: AnyTransaction): Promise<void> {
  if (!isOnNodes(db) || (await runStatement(db, hasEnded, [])).length === 0) return;
  const begin = performance.now();
  while ((await runStatement(db, unfinished, [])).length > 0) {
    if (performance.now() - begin > patienceMs) {
      throw new NodeAway("A node of the database has not ended what was committed.");
    }
    await sleep(pauseMs);
  }
}
