/** A migration is needed, and cannot run with this role or on this server. The message is one line. */
export class MayNotMigrate extends Error {
  override readonly name = "MayNotMigrate";
}

/** Runs a change of the tables. @throws MayNotMigrate when Postgres denies it to the role, or takes no writes */
export async function permitted<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause && reasons.get(String(cause.code));
    if (!reason) throw cause;
    throw new MayNotMigrate(`DATABASE_URL: the database is not of this version, ${reason}`, {
      cause,
    });
  }
}

/** By SQLSTATE: insufficient privilege, and a transaction that is read-only. */
const reasons: ReadonlyMap<string, string> = new Map([
  [
    "42501",
    "and its role may not change that. Run `usance migrate` with the role that owns the database.",
  ],
  [
    "25006",
    "and takes no writes: it is a standby, or default_transaction_read_only is on for the server, the database or the role.",
  ],
]);
