import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool } from "pg";
import { unwatched, type Watch } from "../lib/watch.ts";
import { readLayout } from "./citus/layout.ts";
import { type Prisma, PrismaClient } from "./generated/client.ts";
import { statementNames } from "./statement-names.ts";

export type Database = PrismaClient;

/** A database, or a transaction in it. Store functions take one or the other. */
export type Queryable = Prisma.TransactionClient;

/** The argument of functions that must run inside a transaction. */
export interface InTransaction {
  readonly tx: Queryable;
  /** When the transaction's work started: the time of everything that it writes. */
  readonly now: Date;
}

/** Opens Prisma on a pool. Other code may use the same pool; the caller closes it. */
export function openDatabase(pool: Pool, watch: Watch = unwatched): Database {
  const nameOf = statementNames();
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: false,
    // Without a name the adapter sends the statement unnamed; its type does not allow undefined.
    statementNameGenerator: ({ sql }) => nameOf(sql) as string,
  });
  const db = new PrismaClient({ adapter });
  opened.set(db, { pool, watch });
  layouts.set(db, { isDistributed: false });
  return db;
}

/**
 * Finds out whether the database is distributed. Until then, the process takes it for a single Postgres. Call it before
 * the first request.
 */
export async function findLayout(db: Database): Promise<void> {
  const [at, layout] = [opened.get(db), layouts.get(db)];
  if (at === undefined || layout === undefined) throw new Error("The database is not open.");
  layout.isDistributed = (await readLayout(at.pool)) === "distributed";
}

/** Whether the usage events are distributed by Citus over several nodes. @param db a database, or a transaction in it */
export function isDistributed(db: Queryable): boolean {
  return layouts.get(db)?.isDistributed ?? false;
}

/**
 * Runs work in a READ COMMITTED transaction: stores lock the rows that must not change meanwhile. The
 * transaction waits for a connection for at most 10 s and runs for at most 20 s. Inside a transaction, the
 * work becomes part of that one.
 */
export function inTransaction<T>(db: Queryable, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const { watch = unwatched } = opened.get(db) ?? {};
  return watch({ kind: "database", name: "transaction" }, () => unwatchedTransaction(db, work));
}

/** The same for a batch: it belongs to no single operation, so none of them watches it. */
export async function unwatchedTransaction<T>(
  db: Queryable,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  if (!isDatabase(db)) return work(db);
  return db.$transaction(sameLayout(db, work), { maxWait: 10_000, timeout: 20_000 });
}

/** Runs reads in one REPEATABLE READ snapshot. Inside a transaction, they become part of that one. */
export async function inSnapshot<T>(
  db: Queryable,
  read: (tx: Queryable) => Promise<T>,
): Promise<T> {
  if (!isDatabase(db)) return read(db);
  return db.$transaction(sameLayout(db, read), {
    maxWait: 10_000,
    timeout: 20_000,
    isolationLevel: "RepeatableRead",
  });
}

/** @returns a database's pool; undefined for a transaction, whose connection belongs to Prisma */
export function poolOf(db: Queryable): Pool | undefined {
  return opened.get(db)?.pool;
}

/** Work in a transaction that knows its database's layout. */
function sameLayout<T>(db: Database, work: (tx: Queryable) => Promise<T>) {
  const layout = layouts.get(db);
  return (tx: Queryable) => {
    if (layout !== undefined) layouts.set(tx, layout);
    return work(tx);
  };
}

const opened = new WeakMap<Queryable, { readonly pool: Pool; readonly watch: Watch }>();
const layouts = new WeakMap<Queryable, { isDistributed: boolean }>();

function isDatabase(db: Queryable): db is Database {
  return opened.has(db);
}
