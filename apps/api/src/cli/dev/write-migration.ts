import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startPostgres } from "@usance/local-stack";
import { schemaChangeAsSql } from "../../db/schema-engine.ts";

/**
 * Writes a migration from the last committed schema.prisma to the one in the working tree.
 *
 * @returns the path of its file
 */
export async function writeMigration(name: string): Promise<string> {
  const prisma = fileURLToPath(new URL("../../../prisma", import.meta.url));
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
  return `${folder}/migration.sql`;
}
