import type { PoolClient } from "pg";

/** What a server says of itself, as a statement of this connection sees it. */
export interface ServerState {
  readonly isReadOnly: boolean;
  /** Grows with each promotion; null on a standby. */
  readonly timeline: number | null;
  /** The settings that decide how many machines store a commit before it is reported. */
  readonly standbyNames: string;
  readonly commit: string;
}

/** A promotion begins a new timeline, whose number the names of WAL files begin with. */
const text = `
  SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly",
         CASE WHEN NOT pg_is_in_recovery()
              THEN ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
         END AS timeline,
         current_setting('synchronous_standby_names') AS "standbyNames",
         current_setting('synchronous_commit') AS commit`;

export async function readServerState(client: Pick<PoolClient, "query">): Promise<ServerState> {
  const { rows } = await client.query<ServerState>(text);
  const [state] = rows;
  if (state === undefined) throw new Error("A SELECT without FROM answers with one row.");
  return state;
}

/** How many standbys a commit waits for, by `synchronous_standby_names`: `ANY 2 (a, b)`, `FIRST 1 (a)`, `1 (a)` or `a, b`. */
export function standbysIn(names: string): number {
  const [, count] = /^\s*(?:(?:FIRST|ANY)\s+)?(\d+)\s*\(/i.exec(names) ?? [];
  return count === undefined ? Number(names.trim() !== "") : Number(count);
}

/** Values of `synchronous_commit` with which a reported commit is on the standby's disk. */
const onDisk = new Set(["on", "remote_apply"]);

/** Checks that each commit waits for the disks of enough standbys. @returns null if so, otherwise the reason in a sentence */
export function missingStandbys(
  { standbyNames, commit }: Pick<ServerState, "standbyNames" | "commit">,
  standbys: number,
): string | null {
  if (standbys === 0) return null;
  const is = `SYNCHRONOUS_STANDBYS is ${standbys}, but`;
  const count = standbysIn(standbyNames);
  if (count < standbys) {
    return `${is} synchronous_standby_names of the database server has commits wait for ${count}.`;
  }
  if (onDisk.has(commit)) return null;
  return `${is} synchronous_commit of the database server is ${commit}.`;
}
