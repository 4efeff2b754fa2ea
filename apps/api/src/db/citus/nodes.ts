import type { Pool, PoolClient } from "pg";

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
