import { Client, DatabaseError } from "pg";

/** How long the database may take to answer at startup, in milliseconds. */
const timeoutMs = 10_000;

/** The database cannot be reached. The message is one line without the URL, which holds a password. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}

/** Connects to the database once. @throws DatabaseUnavailable when that fails or takes more than 10 s */
export async function assertDatabase(databaseUrl: string): Promise<void> {
  try {
    const client = new Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: timeoutMs,
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

/** Postgres' message, or the system's error code. Other messages may contain a part of the URL. */
function reasonOf(error: unknown): string {
  if (error instanceof DatabaseError) return error.message;
  if (error instanceof Error && "code" in error) return String(error.code);
  return error instanceof Error && error.message.includes("timeout") ? "timeout" : "bad address";
}
