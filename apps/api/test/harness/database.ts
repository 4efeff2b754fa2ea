import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { until } from "./until.ts";

/** Whether the run's database is a Citus cluster, which has no foreign keys and no triggers on usage events. */
export const onCitus = process.env.TEST_DATABASE === "citus";

/** Creates a database for a test file, cloned from the migrated template. @returns its URL */
export async function newDatabase(template = "template_usance"): Promise<string> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const url = new URL(inject("postgresUrl"));
  const create = (node: string) => sql(node, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  await Promise.all([url.href, ...inject("workerUrls")].map(create));
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs SQL without the service and its checks. @returns the rows, if there is one statement */
export async function sql(
  url: string,
  text: string,
  values?: readonly unknown[],
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // Postgres accepts several statements in one query if there are no values.
    return (await client.query(text, values && [...values])).rows;
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
