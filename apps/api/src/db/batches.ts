import { type Batching, batched } from "../lib/batch.ts";
import type { Clock } from "../lib/clock.ts";
import { unwatched, type Watch } from "../lib/watch.ts";
import { type Database, type Queryable, unwatchedTransaction } from "./client.ts";
import { Prisma } from "./generated/client.ts";
import { isRefused } from "./prepared.ts";

/** Prisma's codes for a broken constraint, a conflict of writes, and a statement of ours that failed. */
const ofOne = new Set(["P2002", "P2003", "P2010", "P2034"]);

/** Whether one of a batch may be what the database has refused. Where it is not there, none is. */
const isRefusedForOne = (error: unknown) =>
  isRefused(error) ||
  (error instanceof Prisma.PrismaClientKnownRequestError && ofOne.has(error.code));

/** The same of a transaction, in which work may have thrown what is not the database's. */
const isOfOne = (error: unknown) =>
  !(error instanceof Error && error.name.startsWith("PrismaClient")) || isRefusedForOne(error);

/** Of settlements, each a request that waits for the chain, and of records to read. */
const batching = { max: 32, maxWaiting: 10_000, isOfOne };

/**
 * Does the same work for many at once.
 *
 * @returns a result for each item, in order; what it throws is nobody's alone
 */
type BatchWork<Item, Result> = (
  db: Queryable,
  items: readonly Item[],
  now: Date,
) => Promise<readonly Result[]>;

/** Does the work for an item together with that of others who come at about the same time. */
export type Batched = <Item, Result>(work: BatchWork<Item, Result>, item: Item) => Promise<Result>;

/** Group commit: all of a batch in one transaction (see batched). */
export function batchCommit(db: Database, clock: Clock, watch?: Watch): Batched {
  return openBatches((work) => unwatchedTransaction(db, (tx) => work(tx, clock.now())), {}, watch);
}

/** The same for reads, which need no transaction: what is long to read holds up one batch of two. */
export function batchRead(db: Database, clock: Clock, watch?: Watch): Batched {
  const reads = { enoughForSecond: 1, isOfOne: isRefusedForOne };
  return openBatches((work) => work(db, clock.now()), reads, watch);
}

/** The same for what is one statement, whose cost is the less the more are in it. */
export function batchWrite(db: Database, clock: Clock, watch?: Watch): Batched {
  const writes = { max: 256, isOfOne: isRefusedForOne };
  return openBatches((work) => work(db, clock.now()), writes, watch);
}

type Run = <Results>(work: (db: Queryable, now: Date) => Promise<Results>) => Promise<Results>;

/** A line of its own for each work, for as long as the process lives. What is watched is the wait in it. */
function openBatches(run: Run, more: Partial<Batching>, watch: Watch = unwatched): Batched {
  const lines = new Map<unknown, (item: never) => Promise<unknown>>();
  return <Item, Result>(work: BatchWork<Item, Result>, item: Item) => {
    const known = lines.get(work) as ((item: Item) => Promise<Result>) | undefined;
    const line =
      known ??
      batched((items: readonly Item[]) => run((db, now) => work(db, items, now)), {
        ...batching,
        ...more,
      });
    lines.set(work, line);
    return watch({ kind: "database", name: work.name }, () => line(item));
  };
}
