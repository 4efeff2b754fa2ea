import { Pool } from "pg";

/**
 * Connections to Postgres whose sessions are in UTC, whatever zone the database or the role is set
 * to: Prisma's adapter writes and reads times without an offset.
 */
export function openPool(databaseUrl: string, max: number): Pool {
  const url = new URL(databaseUrl);
  const given = url.searchParams.get("options");
  url.searchParams.set("options", `${given === null ? "" : `${given} `}-c TimeZone=UTC`);
  return new Pool({ connectionString: url.href, max });
}
