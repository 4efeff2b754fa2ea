import { Pool } from "pg";
import { sql } from "./database.ts";

/** Where Citus stores the usage events of a subscription. */
export interface ShardOf {
  /** The name of the table on its node. */
  readonly name: string;
  /** Citus's number of the node's group. */
  readonly group: number;
  /** The port of the node. */
  readonly port: number;
}

/** Finds where Citus stores the usage events of a subscription. */
export async function shardOf(databaseUrl: string, { id }: { id: string }): Promise<ShardOf> {
  const [shard] = await sql<ShardOf>(
    databaseUrl,
    `SELECT shard_name AS name, groupid AS "group", nodeport AS port
       FROM citus_shards JOIN pg_dist_node USING (nodename, nodeport)
      WHERE shardid = get_shard_id_for_distribution_column('usage_events', $1::text)`,
    [id],
  );
  if (shard === undefined) throw new Error(`Citus has no shard for ${id}.`);
  return shard;
}

/** One connection to the node of a shard, which may change the shard without Citus. */
export async function connectionTo(databaseUrl: string, { port }: ShardOf): Promise<Pool> {
  const node = new URL(databaseUrl);
  node.port = String(port);
  const connection = new Pool({ connectionString: node.href, max: 1 });
  await connection.query("SET citus.enable_manual_changes_to_shards = on");
  return connection;
}
