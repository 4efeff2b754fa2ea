import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import { type MigrationList, SchemaEngine } from "@prisma/schema-engine-wasm";
import { Pool } from "pg";
import { givingWay, lockTimeoutMs } from "./giving-way.ts";

const prismaDir = fileURLToPath(new URL("../../prisma", import.meta.url));
const noFilters = { externalTables: [], externalEnums: [] };

/** Of our own advisory lock; Prisma's is given up on after 10 s. */
const lockId = 7_270_737;

/**
 * Applies the migrations of a folder that the database does not have yet, each once: under a lock, so
 * that several processes may start at the same time, and each in a transaction of its own, so that a
 * process killed meanwhile leaves whole ones alone. Prisma would take half of one for a failed migration
 * and refuse every later start. So a migration may hold nothing that Postgres refuses in a transaction,
 * such as CREATE INDEX CONCURRENTLY. Tables that are in use are changed as soon as their users let it
 * (see givingWay). Migrations that the database has and the folder has not are left alone: an older
 * version starts on the tables of a newer one.
 * It is Prisma Migrate's own engine, built to WebAssembly: no binary has to be fetched.
 *
 * @param databaseUrl a Postgres URL whose role may create tables
 * @param folder of migrations; prisma/migrations unless another is named
 * @returns the names of the migrations applied now; empty when there were none
 * @throws TablesInUse when others hold the tables for two minutes
 */
export async function migrate(
  databaseUrl: string,
  folder = `${prismaDir}/migrations`,
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const applied: string[] = [];
  for (;;) {
    const next = await givingWay(() => applyNext(databaseUrl, migrations));
    if (next === null) return applied;
    applied.push(next);
  }
}

/** Applies the first migration that the database does not have. @returns its name; null when it has them all */
function applyNext(databaseUrl: string, migrations: MigrationList): Promise<string | null> {
  return withEngine(databaseUrl, async (engine, connection) => {
    await connection.query("BEGIN");
    await connection.query(`SELECT pg_advisory_xact_lock(${lockId})`);
    await connection.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    const { migrationDirectories } = migrations;
    const done = await readApplied(connection);
    const index = migrationDirectories.findIndex(({ path }) => !done.has(path));
    if (index < 0) return null;
    const upToNext = migrationDirectories.slice(0, index + 1);
    await engine.applyMigrations({
      migrationsList: { ...migrations, migrationDirectories: upToNext },
      filters: noFilters,
    });
    await connection.query("COMMIT");
    return upToNext[index]?.path ?? null;
  });
}

async function readApplied(connection: Pool): Promise<ReadonlySet<string>> {
  const { rows: tables } = await connection.query(
    "SELECT WHERE to_regclass('_prisma_migrations') IS NOT NULL",
  );
  if (tables.length === 0) return new Set();
  const { rows } = await connection.query<{ name: string }>(
    "SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL",
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * The SQL that brings the tables of one schema.prisma to those of today's.
 *
 * @param databaseUrl any Postgres: the engine looks at its version and changes nothing
 * @param before the text of the earlier schema; null for an empty database
 */
export async function schemaChangeAsSql(
  databaseUrl: string,
  before: string | null,
): Promise<string> {
  const today = await readSchema();
  return withEngine(databaseUrl, async (engine) => {
    const { stdout } = await engine.diff({
      from:
        before === null
          ? { tag: "empty" }
          : { tag: "schemaDatamodel", files: [{ path: today.path, content: before }] },
      to: { tag: "schemaDatamodel", files: [today] },
      script: true,
      exitCode: null,
      filters: noFilters,
    });
    return stdout ?? "";
  });
}

async function withEngine<T>(
  databaseUrl: string,
  use: (engine: SchemaEngine, connection: Pool) => Promise<T>,
): Promise<T> {
  const { path, content } = await readSchema();
  // One connection, kept: what the engine runs stands in its transaction.
  const pool = new Pool({ connectionString: databaseUrl, max: 1, idleTimeoutMillis: 0 });
  const engine = await SchemaEngine.new(
    { datamodels: [[path, content]] },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool)),
  );
  try {
    return await use(engine, pool);
  } finally {
    engine.free();
    await pool.end();
  }
}

async function readSchema() {
  return { path: "schema.prisma", content: await readFile(`${prismaDir}/schema.prisma`, "utf8") };
}

async function readMigrations(baseDir: string): Promise<MigrationList> {
  const entries = await readdir(baseDir, { withFileTypes: true });
  const directories = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return {
    baseDir,
    lockfile: {
      path: "migration_lock.toml",
      content: await readFile(`${baseDir}/migration_lock.toml`, "utf8"),
    },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(
      directories.sort().map(async (path) => ({
        path,
        migrationFile: {
          path: "migration.sql",
          content: {
            tag: "ok" as const,
            value: await readFile(`${baseDir}/${path}/migration.sql`, "utf8"),
          },
        },
      })),
    ),
  };
}
