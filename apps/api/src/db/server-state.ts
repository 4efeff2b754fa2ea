import type { PoolClient } from "pg";

/** What a server says of itself, as a statement of this connection sees it. */
export interface ServerState {
  readonly isReadOnly: boolean;
  /** Grows with each promotion; null on a standby. */
  readonly timeline: number | null;
}

/** A promotion begins a new timeline, whose number the names of WAL files begin with. */
const text = `
  SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly",
         CASE WHEN NOT pg_is_in_recovery()
              THEN ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
         END AS timeline`;

export async function readServerState(client: Pick<PoolClient, "query">): Promise<ServerState> {
  const { rows } = await client.query<ServerState>(text);
  const [state] = rows;
  if (state === undefined) throw new Error("A SELECT without FROM answers with one row.");
  return state;
}
