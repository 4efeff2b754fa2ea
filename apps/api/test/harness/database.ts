import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject, it } from "vitest";
import { until } from "./until.ts";

/** Whether the run's database is a Citus cluster, which has no foreign keys and no triggers on usage events. */
export const onCitus = process.env.TEST_DATABASE === "citus";

/** A test that voids usage events, which Citus refuses. */
export const itVoids: ReturnType<typeof it.skipIf> = it.skipIf(onCitus);

/** Creates a database for a test file, cloned from the migrated template. @returns its URL */
export async function newDatabase(template = "template_usance"): Promise<string> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const url = new URL(inject("postgresUrl"));
  const create = (node: string) =>
    sql(node, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  await Promise.all([url.href, ...inject("workerUrls")].map(create));
  url.pathname = `/${name}`;
  return url.href;
}

/** The databases of this worker that nobody uses. They end with the run's Postgres. */
const freeDatabases: string[] = [];

/** Takes a database that is as a new one, but sooner there. */
export async function takeDatabase(): Promise<string> {
  const url = freeDatabases.pop();
  if (url === undefined) return newDatabase();
  const isAsNew = await connected(url, async (client) => {
    await client.query(endOthers);
    if ((await hashOf(client)) !== inject("schema")) return false;
    await client.query(emptyAll);
    return true;
  });
  return isAsNew ? url : takeDatabase();
}

/** Gives a database that nobody uses any more to the next file. */
export function giveDatabase(url: string): void {
  if (!onCitus) freeDatabases.push(url);
}

const endOthers = `
  SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
   WHERE datname = current_database() AND pid <> pg_backend_pid()`;

/** What tells a changed schema from the template's: which transaction wrote each row of the catalogs. */
export const schemaOf = (url: string): Promise<string> => connected(url, hashOf);

async function hashOf(client: Client): Promise<string> {
  const inPublic = "relnamespace = 'public'::regnamespace";
  const { rows } = await client.query(
    `SELECT md5(string_agg(one, ' ' ORDER BY one)) AS hash
       FROM (SELECT concat(xmin, oid) FROM pg_constraint UNION ALL SELECT concat(xmin, oid, tgenabled) FROM pg_trigger
             UNION ALL SELECT concat(xmin, oid) FROM pg_proc UNION ALL SELECT concat(xmin, oid) FROM pg_namespace
             UNION ALL SELECT concat(oid, relacl, reloptions) FROM pg_class WHERE ${inPublic}
             UNION ALL SELECT concat(attribute.xmin, attrelid, attnum)
                         FROM pg_attribute attribute JOIN pg_class ON pg_class.oid = attrelid WHERE ${inPublic}
             UNION ALL SELECT concat(setconfig) FROM pg_db_role_setting
                         JOIN pg_database ON pg_database.oid = setdatabase WHERE datname = current_database()) AS rows (one)`,
  );
  return String(rows[0]?.hash);
}

/**
 * Empties all tables but that of the migrations. The two that say what of the usage was added up begin again. A truncated table
 * gets new files, as do its indexes and all tables that refer to it, which costs much more than deleting a test's rows.
 */
const emptyAll = `
  DO $$
  DECLARE
    name text;
    is_large boolean;
    has_statistics boolean;
  BEGIN
    -- No triggers and no checks of foreign keys.
    SET LOCAL session_replication_role = replica;
    FOR name, is_large, has_statistics IN
      SELECT oid::regclass, pg_relation_size(oid) > 1e6, reltuples >= 0 FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations'
         AND pg_relation_size(oid) > 0
    LOOP
      EXECUTE format(CASE WHEN is_large THEN 'TRUNCATE %s CASCADE' ELSE 'DELETE FROM %s' END, name);
      IF has_statistics THEN PERFORM pg_clear_relation_stats('public', name); END IF;
    END LOOP;
    INSERT INTO usage_sums_progress (server, through)
    SELECT system_identifier::text, '0'::xid8 FROM pg_control_system();
    INSERT INTO usage_roots_progress (server, through, made_at)
    SELECT system_identifier::text, '0'::xid8, '-infinity' FROM pg_control_system();
  END $$`;

/** Runs SQL without the service and its checks. @returns the rows, if there is one statement */
export function sql<Row = Record<string, unknown>>(
  url: string,
  text: string,
  values?: readonly unknown[],
): Promise<Row[]> {
  // Postgres accepts several statements in one query if there are no values.
  return connected(url, async (client) => (await client.query(text, values && [...values])).rows);
}

/** Does some work on a connection of its own. */
async function connected<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Waits until so many transactions of a database wait for locks. */
export const areLocked = (url: string, count = 1): Promise<unknown> =>
  until(async () => {
    const waiting = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return (await sql(url, waiting)).length >= count;
  });
