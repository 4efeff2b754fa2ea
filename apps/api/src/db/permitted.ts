/** A migration is needed, and the database role may not run it. The message is one line. */
export class MayNotMigrate extends Error {
  override readonly name = "MayNotMigrate";
}

/** Runs a change of the tables. @throws MayNotMigrate when Postgres denies it to the role */
export async function permitted<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (cause) {
    if (!isDenied(cause)) throw cause;
    throw new MayNotMigrate(
      "DATABASE_URL: the database is not of this version, and its role may not change that. Run `usance migrate` with the role that owns the database.",
      { cause },
    );
  }
}

/** SQLSTATE: insufficient privilege. */
const isDenied = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "42501";
