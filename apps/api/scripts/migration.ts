import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startPostgres } from "@usance/local-stack";
import { schemaChangeAsSql } from "../src/db/schema-engine.ts";

/*
 * `pnpm migration <name>`: writes a migration from the last committed schema.prisma to today's. Read
 * it before you commit it: what Postgres must not do while others write is for you to see.
 */

const [name] = process.argv.slice(2);
if (name === undefined || !/^[a-z][a-z0-9_]*$/.test(name)) {
  process.stderr.write("Usage: pnpm migration <name>, in lower case with underscores.\n");
  process.exit(1);
}

const prisma = fileURLToPath(new URL("../prisma", import.meta.url));
const committed = execFileSync("git", ["show", "HEAD:./schema.prisma"], {
  cwd: prisma,
  encoding: "utf8",
});
const postgres = await startPostgres({ durable: false });
const sql = await schemaChangeAsSql(postgres.url, committed).finally(() => postgres.stop());
const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
const folder = `${prisma}/migrations/${stamp}_${name}`;
mkdirSync(folder);
writeFileSync(`${folder}/migration.sql`, sql);
process.stdout.write(`${folder}/migration.sql\n`);
