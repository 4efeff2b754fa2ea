import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { unwatched, type Watch } from "../kit/watch.ts";
import { readLayout } from "./citus/layout.ts";
import { type Prisma, PrismaClient } from "./generated/client.ts";
import { type StatementSender, TransactionConnections } from "./transaction-connections.ts";

/** The limit on names: every connection keeps each named statement in memory until it closes. */
const maxNames = 300;
/** A statement gets a name when it is sent once more than this. */
const timesWithoutName = 3;

/** Statements that begin or end a transaction have no plan to keep. */
const noPlan = /^(BEGIN|COMMIT|ROLLBACK)/;

/**
 * Names statements that are sent repeatedly, so that each connection parses and plans them once. Texts that
 * vary, such as those with a list of ids, get no name.
 *
 * @returns a function that gives the name of a statement's text; undefined while it has none
 */
export function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const sent = new Map<string, number>();
  return (text) => {
    if (noPlan.test(text)) return undefined;
    const known = names.get(text);
    if (known !== undefined || names.size >= maxNames) return known;
    const times = (sent.get(text) ?? 0) + 1;
    if (times <= timesWithoutName) {
      if (sent.size >= 10 * maxNames) sent.clear();
      sent.set(text, times);
      return undefined;
    }
    sent.delete(text);
    const name = `s${createHash("sha256").update(text).digest("hex").slice(0, 20)}`;
    names.set(text, name);
    return name;
  };
}

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
  const adapter = new TransactionConnections(pool, {
    disposeExternalPool: false,
    // Without a name the adapter sends the statement unnamed; its type does not allow undefined.
    statementNameGenerator: ({ sql }) => nameOf(sql) as string,
  });
  const db = new PrismaClient({ adapter });
  known.set(db, { sender: pool, layout: { isDistributed: false }, opened: { watch, adapter } });
  return db;
}

/**
 * Finds out whether the database is distributed. Until then, the process takes it for a single Postgres. Call it before
 * the first request.
 */
export async function findLayout(db: Database): Promise<void> {
  layoutOf(db).isDistributed = (await readLayout(prismaSender(db))) === "distributed";
}

/** Whether the usage events are distributed by Citus over several nodes. @param db a database, or a transaction in it */
export function isDistributed(db: Queryable): boolean {
  return layoutOf(db).isDistributed;
}

function layoutOf(db: Queryable): Layout {
  return known.get(db)?.layout ?? { isDistributed: false };
}

/**
 * Runs work in a READ COMMITTED transaction: stores lock the rows that must not change meanwhile. The
 * transaction waits for a connection for at most 10 s and runs for at most 20 s. Inside a transaction, the
 * work becomes part of that one.
 */
export function inTransaction<T>(db: Queryable, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const { watch = unwatched } = known.get(db)?.opened ?? {};
  return watch({ kind: "database", name: "transaction" }, () =>
    isDatabase(db) ? inTurn(() => unwatchedTransaction(db, work)) : unwatchedTransaction(db, work),
  );
}

/** Waits until a transaction may begin. @returns a function that ends its turn */
type TakeTurn = () => Promise<() => void>;

/** How the transactions of the call that runs take turns; undefined in a transaction that has one, and in jobs. */
const turns = new AsyncLocalStorage<TakeTurn | undefined>();

/**
 * Runs a call whose transactions take turns, wherever they begin: each may wait for a lock, and holds a connection
 * meanwhile. Batches take none, because a process runs one or two of a kind at a time.
 */
export function takingTurns<T>(take: TakeTurn, call: () => Promise<T>): Promise<T> {
  return turns.run(take, call);
}

async function inTurn<T>(transaction: () => Promise<T>): Promise<T> {
  const take = turns.getStore();
  if (take === undefined) return transaction();
  const end = await take();
  try {
    // A transaction in a turn waits for no other turn, so turns cannot deadlock.
    return await turns.run(undefined, transaction);
  } finally {
    end();
  }
}

/** `inTransaction` for a batch: it belongs to no single operation, so none of them watches it, and it takes no turn. */
export async function unwatchedTransaction<T>(
  db: Queryable,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  return begin(db, work);
}

/** How long a transaction may run, in milliseconds. */
const usualLimitMs = 20_000;

/**
 * Runs reads in one REPEATABLE READ snapshot. Inside a transaction, they become part of that one.
 *
 * @param limitMs how long all of them together may take, in milliseconds; each has its own limit (pool.ts)
 */
export async function inSnapshot<T>(
  db: Queryable,
  read: (tx: Queryable) => Promise<T>,
  { limitMs = usualLimitMs }: { readonly limitMs?: number } = {},
): Promise<T> {
  return begin(db, read, { isolationLevel: "RepeatableRead", limitMs });
}

function begin<T>(
  db: Queryable,
  work: (tx: Queryable) => Promise<T>,
  {
    isolationLevel,
    limitMs = usualLimitMs,
  }: { readonly isolationLevel?: "RepeatableRead"; readonly limitMs?: number } = {},
): Promise<T> {
  const { opened, layout } = known.get(db) ?? {};
  if (opened === undefined || layout === undefined || !isDatabase(db)) return work(db);
  return opened.adapter.noting((connection) =>
    db.$transaction(
      (tx) => {
        known.set(tx, { sender: connection(), layout });
        return work(tx);
      },
      { maxWait: 10_000, timeout: limitMs, ...(isolationLevel && { isolationLevel }) },
    ),
  );
}

/** What statements can be sent to without Prisma: a database's pool, or a transaction's connection. */
export function prismaSender(db: Queryable): StatementSender {
  const sender = known.get(db)?.sender;
  if (sender === undefined) throw new Error("A transaction begins in inTransaction or inSnapshot.");
  return sender;
}

interface Layout {
  isDistributed: boolean;
}

/** What is known of a database, or of a transaction in it. */
interface Known {
  /** A database's pool, or a transaction's connection. */
  readonly sender: StatementSender;
  readonly layout: Layout;
  /** Of a database only. */
  readonly opened?: { readonly watch: Watch; readonly adapter: TransactionConnections };
}

const known = new WeakMap<Queryable, Known>();

function isDatabase(db: Queryable): db is Database {
  return known.get(db)?.opened !== undefined;
}
