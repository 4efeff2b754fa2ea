import "../../src/cli/known-warnings.ts";
import { dirname } from "node:path";
import { startPostgres } from "@usance/local-stack";
import { startCitus } from "@usance/local-stack/citus";
import { Client, Pool } from "pg";
import type { TestProject } from "vitest/node";
import { distribute } from "../../src/db/citus/distribute.ts";
import { migrate } from "../../src/db/schema-engine.ts";
import { schemaOf } from "./database.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** To the test run's Postgres, or the coordinator of its Citus cluster, as a user who may create databases. */
    postgresUrl: string;
    /** To the workers of its Citus cluster. */
    workerUrls: string[];
    /** Of the template (`schemaOf`). */
    schema: string;
  }
}

/**
 * One Postgres for the run, with a migrated database that every test file's own is cloned from. With
 * TEST_DATABASE=citus, it is a Citus cluster, and the usage events are distributed over its workers.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_DATABASE } = process.env;
  const server =
    TEST_DATABASE === "citus" ? await startTestCitus() : await startTestPostgres(project);
  project.provide("postgresUrl", server.url);
  project.provide("workerUrls", server.workerUrls);
  project.provide("schema", server.schema);
  return server.stop;
}

/** The template's name. */
const template = "template_usance";
const settings = { max_connections: 400 };

async function startTestPostgres({ vitest }: TestProject) {
  // Vacuuming takes turns through hundreds of databases, of which a fast test uses each for seconds.
  const isFast = vitest.projects.every(({ name }) => name.startsWith("test:"));
  const forRun = { ...settings, ...(isFast && { autovacuum: "off" }) };
  const postgres = await startPostgres({ durable: false, settings: forRun });
  await runSql(postgres.url, `CREATE DATABASE ${template}`);
  await migrate(inDatabase(postgres.url, template));
  const schema = await schemaOf(inDatabase(postgres.url, template));
  return { url: postgres.url, workerUrls: [], schema, stop: () => postgres.stop() };
}

async function startTestCitus() {
  const { CITUS_BIN } = process.env;
  if (CITUS_BIN === undefined) {
    throw new Error(
      "Set CITUS_BIN to the folder of `postgres` and `initdb` in a Postgres with Citus.",
    );
  }
  const citus = await startCitus({
    binaries: dirname(CITUS_BIN),
    workers: 2,
    durable: false,
    settings: { ...settings, ...citusForTests },
  });
  const url = await citus.createDatabase(template);
  await migrate(url);
  const pool = new Pool({ connectionString: url, max: 1 });
  await distribute(pool, { shards: 8, dryRun: false, tell: () => undefined });
  await pool.end();
  const schema = await schemaOf(url);
  const workerUrls = citus.workers.map((node) => node.url);
  for (const one of [citus.coordinator.url, ...workerUrls]) await endConnections(one);
  return { url: citus.coordinator.url, workerUrls, schema, stop: () => citus.stop() };
}

/** Each database has a process of Citus that looks after it. */
const citusForTests = { max_worker_processes: 600 };

/** A database can be cloned while nobody is connected to it: Citus starts its own process for a clone at its first use. */
async function endConnections(url: string): Promise<void> {
  await runSql(url, `ALTER DATABASE ${template} ALLOW_CONNECTIONS false`);
  const end = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity";
  await runSql(url, `${end} WHERE datname = '${template}'`);
}

function inDatabase(url: string, name: string): string {
  const its = new URL(url);
  its.pathname = `/${name}`;
  return its.href;
}

async function runSql(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
