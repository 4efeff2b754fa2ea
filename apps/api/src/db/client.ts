import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool } from "pg";
import { type Prisma, PrismaClient } from "./generated/client.ts";

export type Database = PrismaClient;

/** A database or a transaction in it: what a store's functions take. */
export type Queryable = Prisma.TransactionClient;

/** Prisma over a pool that it shares with whoever else speaks SQL; closing the pool is the owner's. */
export function openDatabase(pool: Pool): Database {
  return new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: false }) });
}

/**
 * One transaction, READ COMMITTED: what must not change under it is locked by the store that reads
 * it. It waits at most 10 s for a connection and runs at most 20 s.
 */
export function inTransaction<T>(db: Database, work: (tx: Queryable) => Promise<T>): Promise<T> {
  return db.$transaction(work, { maxWait: 10_000, timeout: 20_000 });
}
