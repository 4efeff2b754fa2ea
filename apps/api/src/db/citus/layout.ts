import type { StatementSender } from "../transaction-connections.ts";

/**
 * Where Citus stores `usage_events`: `none` for a table of this Postgres alone, `local` for one that Citus knows but
 * has not distributed, `distributed` for one that is spread over the nodes by `subscription_id`.
 */
export type Layout = "none" | "local" | "distributed";

/** Reads the layout of a database, with or without Citus. */
export async function readLayout(connection: StatementSender): Promise<Layout> {
  const { rows: known } = await connection.query({
    text: "SELECT FROM pg_extension WHERE extname = 'citus'",
  });
  if (known.length === 0) return "none";
  const { rows } = await connection.query<{ method: string }>({
    text: "SELECT partmethod AS method FROM pg_dist_partition WHERE logicalrelid = to_regclass('usage_events')",
  });
  if (rows[0] === undefined) return "none";
  return rows[0].method === "h" ? "distributed" : "local";
}
