import { Client, DatabaseError } from "pg";

/** How long the database may take to answer at the start, in milliseconds. */
const patienceMs = 10_000;

/** There is no database to work with; the message is one line, without the URL and its password. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}

/** @throws DatabaseUnavailable when the database does not let us in, or not in time */
export async function assertDatabase(databaseUrl: string): Promise<void> {
  try {
    const client = new Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: patienceMs,
    });
    await client.connect();
    await client.end();
  } catch (cause) {
    throw new DatabaseUnavailable(
      `DATABASE_URL: the database cannot be reached (${reasonOf(cause)}).`,
      { cause },
    );
  }
}

/** What Postgres says, else the system's code: other messages may hold a part of the URL. */
function reasonOf(error: unknown): string {
  if (error instanceof DatabaseError) return error.message;
  if (error instanceof Error && "code" in error) return String(error.code);
  return error instanceof Error && error.message.includes("timeout") ? "timeout" : "bad address";
}
