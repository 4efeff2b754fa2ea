import { Pool, type PoolConfig } from "pg";

export interface PoolOptions
  extends Pick<PoolConfig, "connectionTimeoutMillis" | "query_timeout" | "statement_timeout"> {
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Of what callers wait for, in milliseconds: without them a statement may wait for ever, and who has
 * asked for it as well.
 */
export const callersPatience = {
  /** For a connection, also for one that others have. */
  connectionTimeoutMillis: 10_000,
  /** That Postgres keeps itself. */
  statement_timeout: 20_000,
  /** Of a Postgres that says nothing any more, or a network that has lost what it said. */
  query_timeout: 25_000,
};

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
  return new Pool({ connectionString: url.href, max, keepAlive: true, ...limits });
}
