import type { Clock } from "../lib/clock.ts";
import { type Grouping, grouped } from "../lib/grouped.ts";
import { unwatched, type Watch } from "../lib/watch.ts";
import { type Database, type Queryable, unwatchedTransaction } from "./client.ts";
import { Prisma } from "./generated/client.ts";
import { isRefused } from "./prepared.ts";

/** Prisma's codes for a broken constraint, a conflict of writes, and a statement of ours that failed. */
const ofOne = new Set(["P2002", "P2003", "P2010", "P2034"]);

/** Whether one of a group may be what the database has refused. Where it is not there, none is. */
const isRefusedForOne = (error: unknown) =>
  isRefused(error) ||
  (error instanceof Prisma.PrismaClientKnownRequestError && ofOne.has(error.code));

/** The same of a transaction, in which work may have thrown what is not the database's. */
const isOfOne = (error: unknown) =>
  !(error instanceof Error && error.name.startsWith("PrismaClient")) || isRefusedForOne(error);

/** Of settlements, each a request that waits for the chain, and of records to read. */
const grouping = { most: 32, mostWaiting: 10_000, isOfOne };

/**
 * Does the same work for many at once.
 *
 * @returns a result for each item, in order; what it throws is nobody's alone
 */
type GroupWork<Item, Result> = (
  db: Queryable,
  items: readonly Item[],
  now: Date,
) => Promise<readonly Result[]>;

/** Does the work for an item together with that of others who come at about the same time. */
export type InGroups = <Item, Result>(work: GroupWork<Item, Result>, item: Item) => Promise<Result>;

/** Group commit: all of a group in one transaction (see grouped). */
export function groupCommit(db: Database, clock: Clock, watch?: Watch): InGroups {
  return inGroups((work) => unwatchedTransaction(db, (tx) => work(tx, clock.now())), {}, watch);
}

/** The same for reads, which need no transaction: what is long to read holds up one group of two. */
export function groupRead(db: Database, clock: Clock, watch?: Watch): InGroups {
  const reads = { enoughForSecond: 1, isOfOne: isRefusedForOne };
  return inGroups((work) => work(db, clock.now()), reads, watch);
}

/** The same for what is one statement, whose cost is the less the more are in it. */
export function groupWrite(db: Database, clock: Clock, watch?: Watch): InGroups {
  const writes = { most: 256, isOfOne: isRefusedForOne };
  return inGroups((work) => work(db, clock.now()), writes, watch);
}

type Run = <Results>(work: (db: Queryable, now: Date) => Promise<Results>) => Promise<Results>;

/** A line of its own for each work, for as long as the process lives. What is watched is the wait in it. */
function inGroups(run: Run, more: Partial<Grouping>, watch: Watch = unwatched): InGroups {
  const lines = new Map<unknown, (item: never) => Promise<unknown>>();
  return <Item, Result>(work: GroupWork<Item, Result>, item: Item) => {
    const known = lines.get(work) as ((item: Item) => Promise<Result>) | undefined;
    const line =
      known ??
      grouped((items: readonly Item[]) => run((db, now) => work(db, items, now)), {
        ...grouping,
        ...more,
      });
    lines.set(work, line);
    return watch({ kind: "database", name: work.name }, () => line(item));
  };
}
