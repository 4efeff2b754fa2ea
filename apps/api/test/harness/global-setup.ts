import "../../src/cli/known-warnings.ts";
import { startPostgres } from "@usance/local-stack";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "../../src/db/schema-engine.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the test run's Postgres, with a user that may create databases. */
    postgresUrl: string;
  }
}

/** Starts one Postgres for the run, with a migrated database from which each test file's database is cloned. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres({ durable: false, settings: { max_connections: 400 } });
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query("CREATE DATABASE template_usance");
  await client.end();
  const template = new URL(postgres.url);
  template.pathname = "/template_usance";
  await migrate(template.href);
  project.provide("postgresUrl", postgres.url);
  return () => postgres.stop();
}
