import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import type { Transaction } from "@prisma/driver-adapter-utils";
import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from "pg";
import { type Taken, taking } from "./pool.ts";

/** In Prisma's words, which db/unavailable.ts knows. */
export const expiredTransaction = "A query cannot be executed on an expired transaction.";

/**
 * The answers to the statements of a transaction, in the order in which they were sent. After an error Postgres refuses all
 * further statements of the transaction, and a caller who awaits one of these would not learn why: they get the same error.
 */
export class AnswersInOrder {
  #failure: { readonly error: unknown } | undefined;

  /** @param answer of the statement that was sent last */
  of<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return answer.catch((error: unknown) => {
      this.#failure ??= { error };
      throw this.#failure.error;
    });
  }
}

/** Sends statements to Postgres without Prisma. */
export interface StatementSender {
  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>>;
}

/** The transaction that is being begun. */
interface Opening {
  connection?: TransactionConnection;
}

/**
 * Prisma's adapter on a pool of `openPool`. It also gives access to a transaction's connection: a statement that is sent
 * there directly costs a third of the CPU time that it takes through Prisma.
 */
export class TransactionConnections extends PrismaPg {
  readonly #opening = new AsyncLocalStorage<Opening>();

  override async connect(): ReturnType<PrismaPg["connect"]> {
    const adapter = await super.connect();
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (isolationLevel) => {
      const taken: Taken = {};
      const transaction = await taking.run(taken, () => start(isolationLevel));
      const opening = this.#opening.getStore();
      if (opening !== undefined && taken.client !== undefined) {
        opening.connection = new TransactionConnection(transaction, taken.client);
      }
      return transaction;
    };
    return adapter;
  }

  /** @param begin begins one transaction; in it, its argument returns the transaction's connection */
  noting<T>(begin: (connection: () => StatementSender) => Promise<T>): Promise<T> {
    const opening: Opening = {};
    return this.#opening.run(opening, () =>
      begin(() => {
        if (opening.connection === undefined) throw new Error("No transaction was begun.");
        return opening.connection;
      }),
    );
  }
}

/**
 * A transaction's connection, until the transaction ends. Prisma ends it when it has run for too long, and later
 * statements must not run outside of it.
 */
class TransactionConnection implements StatementSender {
  readonly #client: PoolClient;
  readonly #answers = new AnswersInOrder();
  #hasEnded = false;

  constructor(transaction: Transaction, client: PoolClient) {
    this.#client = client;
    const executeRaw = transaction.executeRaw.bind(transaction);
    transaction.executeRaw = (query) => {
      this.#hasEnded ||= /^(COMMIT|ROLLBACK)$/.test(query.sql);
      return executeRaw(query);
    };
  }

  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
    return this.#hasEnded
      ? Promise.reject(new Error(expiredTransaction))
      : this.#answers.of(this.#client.query<Row>(statement));
  }
}
