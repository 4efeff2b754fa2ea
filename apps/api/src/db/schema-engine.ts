import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type { MigrationList, SchemaEngine } from "@prisma/schema-engine-wasm";
import type { Client, DatabaseError, Pool, PoolClient } from "pg";
import { givingWay, lockTimeoutMs } from "./permitted.ts";
import { openPool } from "./pool.ts";

const prismaDir = fileURLToPath(new URL("../../prisma", import.meta.url));
const noFilters = { externalTables: [], externalEnums: [] };

/** The key of our own advisory lock: Prisma gives up waiting for its own after 10 s. */
const lockId = 7_270_737;

/**
 * Applies the migrations of a folder that the database does not have yet.
 *
 * A lock lets several processes start at the same time: each migration is applied once. Each runs in its own
 * transaction, so a process that is killed leaves no half of a migration, which Prisma would take for a failed
 * one and refuse every later start. So no migration may contain what Postgres refuses in a transaction, such as
 * CREATE INDEX CONCURRENTLY. Tables in use are changed without blocking their users for long (see givingWay).
 * Migrations that only the database has are ignored: an older version starts on the tables of a newer one.
 *
 * The engine is Prisma Migrate's own, compiled to WebAssembly, so no binary has to be downloaded.
 *
 * @param databaseUrl a Postgres URL whose role may create tables
 * @param folder of migrations; default: prisma/migrations
 * @returns the names of the migrations applied by this call
 * @throws TablesInUse when other transactions hold the tables for two minutes
 */
export async function migrate(
  databaseUrl: string,
  folder = `${prismaDir}/migrations`,
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  if (await hasAll(databaseUrl, migrations)) return [];
  const applied: string[] = [];
  for (;;) {
    const next = await givingWay(() => applyNext(databaseUrl, migrations));
    if (next === null) return applied;
    applied.push(next);
  }
}

/** Most starts find all migrations applied, and need no engine: it would be 5 MB of WebAssembly to compile. */
async function hasAll(databaseUrl: string, migrations: MigrationList): Promise<boolean> {
  const pool = openPool(databaseUrl, 1);
  pool.on("error", () => undefined); // the statement that loses its connection reports it
  try {
    return firstMissing(migrations, await readApplied(pool)) === null;
  } finally {
    await pool.end();
  }
}

/** @returns the place of the first migration that is not applied; null: all are */
function firstMissing(
  { migrationDirectories }: MigrationList,
  applied: ReadonlySet<string>,
): number | null {
  const place = migrationDirectories.findIndex(({ path }) => !applied.has(path));
  return place < 0 ? null : place;
}

/** Applies the first missing migration. @returns its name; null when none is missing */
function applyNext(databaseUrl: string, migrations: MigrationList): Promise<string | null> {
  return withEngine(databaseUrl, async (engine, connection) => {
    await connection.query("BEGIN");
    await connection.query(`SELECT pg_advisory_xact_lock(${lockId})`);
    await connection.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    const { migrationDirectories } = migrations;
    const index = firstMissing(migrations, await readApplied(connection));
    if (index === null) {
      await connection.query("ROLLBACK"); // a pooler closes its connection when a client leaves a transaction open
      return null;
    }
    const upToNext = migrationDirectories.slice(0, index + 1);
    await engine.applyMigrations({
      migrationsList: { ...migrations, migrationDirectories: upToNext },
      filters: noFilters,
    });
    // The engine's own lock would outlast the transaction, and stay on the connection of a pooler.
    await connection.query("SELECT pg_advisory_unlock_all()");
    await connection.query("COMMIT");
    return upToNext[index]?.path ?? null;
  });
}

async function readApplied(connection: Pool): Promise<ReadonlySet<string>> {
  // Not by to_regclass: it may answer from a cache that is older than the wait for the lock.
  const { rows: tables } = await connection.query(
    "SELECT FROM pg_class WHERE relname = '_prisma_migrations' AND pg_table_is_visible(oid)",
  );
  if (tables.length === 0) return new Set();
  const { rows } = await connection.query<{ name: string }>(
    "SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL",
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * The SQL that migrates the tables from an earlier schema.prisma to the current one.
 *
 * @param databaseUrl any Postgres: the engine reads its version and changes nothing
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
  const { SchemaEngine } = await import("@prisma/schema-engine-wasm");
  const { path, content } = await readSchema();
  // A single connection that stays open: the engine's statements run in its transaction.
  const pool = openPool(databaseUrl, 1, { idleTimeoutMillis: 0 });
  let code: string | undefined;
  pool.on("connect", ({ connection }: PoolClient & Pick<Client, "connection">) => {
    connection.on("errorMessage", (error: DatabaseError) => {
      code = error.code;
    });
  });
  const engine = await SchemaEngine.new(
    { datamodels: [[path, content]] },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool)),
  );
  try {
    return await use(engine, pool);
  } catch (error) {
    // The engine passes on Postgres' message, which may be in any language, without its code.
    throw error instanceof Error && code !== undefined ? Object.assign(error, { code }) : error;
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
