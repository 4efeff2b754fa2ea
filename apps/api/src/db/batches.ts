import { type Batches, type Batching, batched } from "../kit/batch.ts";
import type { Clock } from "../kit/clock.ts";
import type { Tenant } from "../kit/tenant.ts";
import { unwatched, type Watch } from "../kit/watch.ts";
import { type Database, type Queryable, unwatchedTransaction } from "./client.ts";
import { Prisma } from "./generated/client.ts";
import { type AnyTransaction, isRefused, type StatementTransactions } from "./statements.ts";
import { isDatabaseUnavailable } from "./unavailable.ts";

/** Prisma's codes: a violated constraint, a write conflict, a raw statement that failed. */
const causedByItem = new Set(["P2002", "P2003", "P2010", "P2034"]);

/** Whether one item of a batch may have caused a database error. A lost connection has another cause. */
const isRefusedForOne = (error: unknown) =>
  isRefused(error) ||
  (error instanceof Prisma.PrismaClientKnownRequestError && causedByItem.has(error.code));

/** The same in a transaction, whose work may also throw errors of its own. */
const isOfOne = (error: unknown) =>
  !(error instanceof Error && error.name.startsWith("PrismaClient")) || isRefusedForOne(error);

/** For settlements, where a request for each waits for the chain, and for reads of records. */
const usualBatching = { max: 32, maxWaiting: 10_000, isOfOne };

/**
 * Does the same work for several items. An error that it throws fails all of them.
 *
 * @param allowSecond allows a second batch to start, for changes of holds
 * @returns a result for each item, in the order of the items
 */
type BatchWork<Db, Item, Result> = (
  db: Db,
  items: readonly Item[],
  now: Date,
  allowSecond: () => void,
) => Promise<readonly Result[]>;

/**
 * Does the work for an item in one batch with the items that arrive at about the same time.
 *
 * @param apart the seller whose items alone are in the batch, for work that can be large for one item: other sellers'
 *   items do not wait for it. Default: everybody's items share a batch
 */
export type Batched<Db = Queryable> = <Item, Result>(
  work: BatchWork<Db, Item, Result>,
  item: Item,
  apart?: Tenant,
) => Promise<Result>;

/** Batches writes: each batch is one transaction. */
export function batchCommit(db: Database, clock: Clock, watch?: Watch): Batched {
  return openBatches((work) => unwatchedTransaction(db, (tx) => work(tx, clock.now())), {}, watch);
}

/**
 * Batches changes of holds: each batch is one transaction. The batches are as large as those of usage events, and get their
 * locks in the order of arrival.
 */
export function batchHolds(
  inTransaction: StatementTransactions,
  clock: Clock,
  watch?: Watch,
): Batched<AnyTransaction> {
  const inOne: Run<AnyTransaction> = (work) => inTransaction((tx) => work(tx, clock.now()));
  return openBatches(inOne, holds, watch);
}

/** Batches reads, outside a transaction. A second batch may start during a long one. */
export function batchRead(db: Database, clock: Clock, watch?: Watch): Batched {
  const results = { sizeOf: textSize, max: 1_000_000 };
  const reads = { enoughForSecond: 1, results, isOfOne: isRefusedForOne };
  return openBatches((work) => work(db, clock.now()), reads, watch);
}

/** Batches writes that are a single statement. The batches are larger: each item costs less in them. */
export function batchWrite(db: Database, clock: Clock, watch?: Watch): Batched {
  const writes = { max: 256, isOfOne: isRefusedForOne };
  return openBatches((work) => work(db, clock.now()), writes, watch);
}

/** The characters of a record that is read as JSON text. */
const textSize = (result: unknown): number => {
  const text: unknown = Object(result).text;
  return typeof text === "string" ? text.length : 0;
};

const holds = {
  max: 1_000,
  enoughForSecond: 32,
  isSecondOnRequest: true,
  ownerOf: ({ tenant }: { readonly tenant: Tenant }) => tenant,
  isOfOne: (error: unknown) => !isDatabaseUnavailable(error),
};

type Run<Db> = <Results>(work: (db: Db, now: Date) => Promise<Results>) => Promise<Results>;

/** Each work, and each `apart` of it, has its own queue while items are in it. The time in the queue is watched too. */
function openBatches<Db>(
  run: Run<Db>,
  more: Partial<Batching>,
  watch: Watch = unwatched,
): Batched<Db> {
  interface Queue<Item, Result> {
    readonly batches: Batches<Item, Result>;
    items: number;
  }
  const all = new Map<unknown, Map<Tenant | undefined, Queue<never, unknown>>>();
  return async <Item, Result>(
    work: BatchWork<Db, Item, Result>,
    item: Item,
    apart?: Tenant,
  ): Promise<Result> => {
    const queues = all.get(work) ?? new Map();
    all.set(work, queues);
    const queue: Queue<Item, Result> = queues.get(apart) ?? {
      items: 0,
      batches: batched(
        (items: readonly Item[], allowSecond) =>
          run((db, now) => work(db, items, now, allowSecond)),
        { ...usualBatching, ...more },
      ),
    };
    queues.set(apart, queue);
    queue.items += 1;
    try {
      return await watch({ kind: "database", name: work.name }, () => queue.batches.one(item));
    } finally {
      queue.items -= 1;
      if (queue.items === 0) queues.delete(apart);
    }
  };
}
