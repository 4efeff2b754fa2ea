import {
  DatabaseError,
  type Pool,
  type PoolClient,
  type QueryConfig,
  type QueryResult,
  type QueryResultRow,
} from "pg";
import { unknownTimeZone } from "../kit/date-time.ts";
import { Refusal } from "../kit/refusal.ts";
import { type InTransaction, isDistributed, prismaSender, type Queryable } from "./client.ts";
import { type StatementSender, TransactionConnection } from "./transaction-connections.ts";

/** An SQL statement. */
export interface Statement {
  /** With a name, each connection parses and plans the statement once; without one, at every execution. */
  readonly name?: string;
  readonly text: string;
}

/** Runs a statement on pg, without Prisma's overhead. For statements that every request runs. */
export type RunStatement = <Row>(
  statement: Statement,
  values: readonly unknown[],
) => Promise<Row[]>;

/** Runs statements on the connections of a pool, each outside a transaction, or on the connection of a transaction. */
export function statementRunner(sender: StatementSender): RunStatement {
  return async <Row>(statement: Statement, values: readonly unknown[]) => {
    // pg requires rows to be objects; its type does not accept an interface as one.
    const { rows } = await sender.query<object & Row>({ ...statement, values: [...values] });
    return rows;
  };
}

/** A transaction that runs statements, with Prisma or without it. */
export type AnyTransaction = Queryable | StatementTransaction;

/** The argument of functions that run only statements inside a transaction. */
export interface InAnyTransaction extends Pick<InTransaction, "now"> {
  readonly tx: AnyTransaction;
}

const senderOf = (db: AnyTransaction): StatementSender =>
  db instanceof StatementTransaction ? db : prismaSender(db);

/** Whether the usage events of a database are distributed by Citus: `isDistributed`, of any transaction. */
export const isOnNodes = (db: AnyTransaction): boolean =>
  db instanceof StatementTransaction ? db.isOnNodes : isDistributed(db);

/** Runs a statement on a database, or in a transaction. */
export function runStatement<Row>(
  db: AnyTransaction,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  return statementRunner(senderOf(db))(statement, values);
}

/** Runs a statement that returns no rows. @returns how many rows it changed */
export async function countChanged(
  db: AnyTransaction,
  statement: Statement,
  values: readonly unknown[],
): Promise<number> {
  const { rowCount } = await senderOf(db).query({ ...statement, values: [...values] });
  return rowCount ?? 0;
}

/**
 * A transaction without Prisma, whose own transactions cost four times the CPU time. For transactions that many requests
 * share and that run only statements.
 */
class StatementTransaction implements StatementSender {
  readonly isOnNodes: boolean;
  readonly #connection: TransactionConnection;
  readonly #begun: Promise<unknown>;

  /** Sends BEGIN, and does not wait: the first statements run even where it fails. */
  private constructor(client: PoolClient, isOnNodes: boolean) {
    this.isOnNodes = isOnNodes;
    this.#connection = new TransactionConnection(client);
    this.#begun = client.query("BEGIN");
  }

  async query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
    const [result] = await Promise.all([this.#connection.query<Row>(statement), this.#begun]);
    return result;
  }

  /** Runs work in a transaction: see `statementTransactions`. */
  static async run<T>(
    pool: Pool,
    isOnNodes: boolean,
    work: (tx: StatementTransaction) => Promise<T>,
  ): Promise<T> {
    const client = await pool.connect();
    let lost: Error | undefined;
    // Without a listener, a connection that breaks between two statements would end the process.
    const note = (error: Error) => {
      lost ??= error;
    };
    client.on("error", note);
    const tx = new StatementTransaction(client, isOnNodes);
    try {
      const [result] = await Promise.all([work(tx), tx.#begun]);
      tx.#connection.end();
      const { command } = await client.query("COMMIT");
      if (command !== "COMMIT") throw new Error("The transaction was rolled back by a statement.");
      return result;
    } catch (error) {
      tx.#connection.end();
      await client.query("ROLLBACK").catch(note);
      throw error;
    } finally {
      client.off("error", note);
      client.release(lost);
    }
  }
}

/**
 * Runs work in a READ COMMITTED transaction. Each wait has the limits of the pool. Statements that are sent together run
 * in their order. Those that are sent first must write nothing.
 */
export type StatementTransactions = <T>(
  work: (tx: StatementTransaction) => Promise<T>,
) => Promise<T>;

/** What a distributed database needs: Citus finds shards by values, so its pool must not force plans for any values. */
interface Distributed {
  readonly pool: Pool;
  /** Is asked when a transaction begins. */
  readonly isSo: () => boolean;
}

export const statementTransactions =
  (pool: Pool, distributed?: Distributed): StatementTransactions =>
  (work) =>
    distributed?.isSo()
      ? StatementTransaction.run(distributed.pool, true, work)
      : StatementTransaction.run(pool, false, work);

/** Classes of SQLSTATE: invalid data, a violated constraint, a deadlock, an exception raised by a trigger. */
const causedByRow = /^(22|23|40|P0)/;

/** Whether Postgres rolled the statement back because of its data: one row may be the cause. */
export const isRefused = (error: unknown) =>
  error instanceof DatabaseError && causedByRow.test(error.code ?? "");

/** Whether the coordinator of Citus could not reach a node, and rolled back. */
export const isNodeLost = (error: unknown) =>
  error instanceof DatabaseError && error.code === "08006";

/** Whether a row of a table has the unique key of another one. */
export const isTaken = (error: unknown, table: string) =>
  error instanceof DatabaseError && error.code === "23505" && error.table === table;

/** Whether a table or a column is missing: the database belongs to another version of the service. */
export const isOfOtherTables = (error: unknown) =>
  error instanceof DatabaseError && (error.code === "42P01" || error.code === "42703");

/** Runs a read that names a time zone. @throws Refusal 400 when Postgres does not know the time zone */
export async function inKnownTimeZone<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const isUnknown = error instanceof DatabaseError && error.code === "22023";
    throw isUnknown ? new Refusal(unknownTimeZone) : error;
  }
}

const special = /["\\]/;
const specials = /["\\]/g;

/**
 * An array parameter as Postgres reads it. pg makes the same of an array of strings, in twice the time.
 *
 * @param textOf the text of an item; null is SQL's
 */
export function textArray<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string | null,
): string {
  let all = "{";
  for (const item of items) {
    const text = textOf(item);
    if (all.length > 1) all += ",";
    if (text === null) all += "NULL";
    else all += special.test(text) ? `"${text.replace(specials, "\\$&")}"` : `"${text}"`;
  }
  return `${all}}`;
}

/** A table of rows in SQL, from an array parameter for each column. @param first the number of the first of them */
export const given = (types: readonly string[], first: number) =>
  `unnest(${types.map((type, index) => `$${first + index}::${type}[]`).join(", ")})`;
