import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool } from "pg";
import { unwatched, type Watch } from "../lib/watch.ts";
import { type Prisma, PrismaClient } from "./generated/client.ts";
import { statementNames } from "./statement-names.ts";

export type Database = PrismaClient;

/** A database or a transaction in it: what a store's functions take. */
export type Queryable = Prisma.TransactionClient;

/** What a function that must run inside a transaction is given: the transaction, and its one moment. */
export interface InTransaction {
  readonly tx: Queryable;
  readonly now: Date;
}

/** Prisma over a pool that it shares with whoever else speaks SQL; closing the pool is the owner's. */
export function openDatabase(pool: Pool, watch: Watch = unwatched): Database {
  const nameOf = statementNames();
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: false,
    // Without a name a statement is sent as before; the type does not say that it may have none.
    statementNameGenerator: ({ sql }) => nameOf(sql) as string,
  });
  const db = new PrismaClient({ adapter });
  opened.set(db, { pool, watch });
  return db;
}

/**
 * One transaction, READ COMMITTED: what must not change under it is locked by the store that reads
 * it. It waits at most 10 s for a connection and runs at most 20 s. In a transaction already, the work
 * is a part of that one.
 */
export function inTransaction<T>(db: Queryable, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const { watch = unwatched } = opened.get(db) ?? {};
  return watch({ kind: "database", name: "transaction" }, () => unwatchedTransaction(db, work));
}

/** The same for work of many: it is not part of what one of them does. */
export async function unwatchedTransaction<T>(
  db: Queryable,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  if (!isDatabase(db)) return work(db);
  return db.$transaction(work, { maxWait: 10_000, timeout: 20_000 });
}

/** Several reads of one moment: what changes between them is not seen. In a transaction, a part of it. */
export async function inSnapshot<T>(
  db: Queryable,
  read: (tx: Queryable) => Promise<T>,
): Promise<T> {
  if (!isDatabase(db)) return read(db);
  return db.$transaction(read, {
    maxWait: 10_000,
    timeout: 20_000,
    isolationLevel: "RepeatableRead",
  });
}

/** @returns the pool of a database; undefined for a transaction, whose connection is Prisma's */
export function poolOf(db: Queryable): Pool | undefined {
  return opened.get(db)?.pool;
}

const opened = new WeakMap<Queryable, { readonly pool: Pool; readonly watch: Watch }>();

function isDatabase(db: Queryable): db is Database {
  return opened.has(db);
}
