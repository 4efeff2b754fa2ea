import { DatabaseError } from "pg";

/** The tables are not of this version, and our role may not change them; the message is one line. */
export class MayNotMigrate extends Error {
  override readonly name = "MayNotMigrate";
}

/** Does what may change tables. @throws MayNotMigrate where Postgres does not let the role do so */
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

/** Prisma's engine gives Postgres's words without its code. */
function isDenied(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.code === "42501";
  return error instanceof Error && /permission denied|must be owner of/.test(error.message);
}
