import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import type { Transaction } from "@prisma/driver-adapter-utils";
import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from "pg";
import { type Taken, taking } from "./pool.ts";

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
        opening.connection = untilEndOf(transaction, new TransactionConnection(taken.client));
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

/** Ends the connection with Prisma's transaction, which Prisma also ends when it has run for too long. */
function untilEndOf(
  transaction: Transaction,
  connection: TransactionConnection,
): TransactionConnection {
  const executeRaw = transaction.executeRaw.bind(transaction);
  transaction.executeRaw = (query) => {
    if (/^(COMMIT|ROLLBACK)$/.test(query.sql)) connection.end();
    return executeRaw(query);
  };
  return connection;
}

/**
 * A transaction's connection, until the transaction ends. After an error Postgres refuses all further statements of the
 * transaction, and a caller who awaits one of these would not learn why: they get the same error.
 */
export class TransactionConnection implements StatementSender {
  readonly #client: PoolClient;
  #failure: { readonly error: unknown } | undefined;
  #hasEnded = false;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  /** Refuses statements from now on. Call it before COMMIT or ROLLBACK is sent, behind which they would run. */
  end(): void {
    this.#hasEnded = true;
  }

  async query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
    // In Prisma's words, which db/unavailable.ts knows.
    if (this.#hasEnded) throw new Error("A query cannot be executed on an expired transaction.");
    try {
      return await this.#client.query<Row>(statement);
    } catch (error) {
      this.#failure ??= { error };
      throw this.#failure.error;
    }
  }
}
