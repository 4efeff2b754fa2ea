import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";

/** A database of its own for a test file, cloned from the migrated template. @returns its URL */
export async function newDatabase(template = "template_usance"): Promise<string> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const url = new URL(inject("postgresUrl"));
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  await client.end();
  url.pathname = `/${name}`;
  return url.href;
}
