import type { Pool } from "pg";
import { missingStandbys, standbysIn } from "./server-state.ts";
import { NoServer } from "./servers.ts";

/** Standbys that confirm commits; a commit that waits for long shows that one of them is lost. */
const text = `
  SELECT current_setting('synchronous_standby_names') AS "standbyNames",
         current_setting('synchronous_commit') AS commit,
         pg_has_role('pg_read_all_stats', 'USAGE') AS "maySee",
         (SELECT count(*)::int FROM pg_stat_replication
           WHERE state = 'streaming' AND sync_state IN ('sync', 'quorum')) AS connected,
         EXISTS (SELECT FROM pg_stat_activity
                  WHERE wait_event = 'SyncRep'
                    AND clock_timestamp() - state_change > interval '5 seconds') AS "isWaiting"`;

interface Row {
  readonly standbyNames: string;
  readonly commit: string;
  readonly maySee: boolean;
  readonly connected: number;
  readonly isWaiting: boolean;
}

/**
 * Finds out why commits do not reach as many standbys as they must, or wait for one.
 *
 * @param standbys how many each commit must wait for; 0: nothing is checked
 * @returns a sentence; null when there is no reason
 * @throws errors of the database, but not that its server must not be used
 */
export async function commitTrouble(pool: Pool, standbys: number): Promise<string | null> {
  if (standbys === 0) return null;
  try {
    const { rows } = await pool.query<Row>(text);
    return rows[0] === undefined ? null : troubleIn(rows[0], standbys);
  } catch (error) {
    if (error instanceof NoServer) return error.message;
    throw error;
  }
}

function troubleIn(row: Row, standbys: number): string | null {
  const missing = missingStandbys(row, standbys);
  if (missing !== null) return missing;
  if (!row.maySee) {
    return "SYNCHRONOUS_STANDBYS is set, but the database role may not see standbys: grant it pg_read_all_stats.";
  }
  const needed = standbysIn(row.standbyNames);
  if (row.connected < needed) {
    return `Commits wait: ${row.connected} of ${needed} synchronous standbys are connected.`;
  }
  return row.isWaiting ? "Commits wait for a synchronous standby." : null;
}
