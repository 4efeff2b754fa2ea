import { Pool, type PoolConfig } from "pg";

/** pg's own limits, in milliseconds: without them a statement may wait for ever. */
export interface PoolOptions
  extends Pick<PoolConfig, "connectionTimeoutMillis" | "query_timeout" | "statement_timeout"> {
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Connections to Postgres whose sessions are in UTC, whatever zone the database or the role is set
 * to: Prisma's adapter writes and reads times without an offset.
 *
 * @param options.settings more of what Postgres is to be set to in them
 */
export function openPool(
  databaseUrl: string,
  max: number,
  { settings = {}, ...limits }: PoolOptions = {},
): Pool {
  const url = new URL(databaseUrl);
  const given = url.searchParams.get("options");
  const ours = Object.entries({ TimeZone: "UTC", ...settings });
  const options = ours.map(([name, value]) => `-c ${name}=${value}`);
  url.searchParams.set("options", [...(given === null ? [] : [given]), ...options].join(" "));
  return new Pool({ connectionString: url.href, max, ...limits });
}
