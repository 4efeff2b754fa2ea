import { Pool } from "pg";

/**
 * Connections to Postgres whose sessions are in UTC, whatever zone the database or the role is set
 * to: Prisma's adapter writes and reads times without an offset.
 *
 * @param settings more of what Postgres is to be set to in them
 */
export function openPool(
  databaseUrl: string,
  max: number,
  settings: Readonly<Record<string, string>> = {},
): Pool {
  const url = new URL(databaseUrl);
  const given = url.searchParams.get("options");
  const ours = Object.entries({ TimeZone: "UTC", ...settings });
  const options = ours.map(([name, value]) => `-c ${name}=${value}`);
  url.searchParams.set("options", [...(given === null ? [] : [given]), ...options].join(" "));
  return new Pool({ connectionString: url.href, max });
}
