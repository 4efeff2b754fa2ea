import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from "pg";

/**
 * A transaction without Prisma, whose own transactions cost four times the CPU time. For transactions that many requests
 * share and that run only statements.
 */
export class StatementTransaction {
  readonly #client: PoolClient;
  #hasEnded = false;

  private constructor(client: PoolClient) {
    this.#client = client;
  }

  async query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
    if (this.#hasEnded) throw new Error("A query cannot be executed on an expired transaction.");
    return this.#client.query<Row>(statement);
  }

  /** Runs work in a transaction: see `statementTransactions`. */
  static async run<T>(pool: Pool, work: (tx: StatementTransaction) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let lost: Error | undefined;
    // Without a listener, a connection that breaks between two statements would end the process.
    const note = (error: Error) => {
      lost ??= error;
    };
    client.on("error", note);
    const tx = new StatementTransaction(client);
    try {
      await client.query("BEGIN");
      const result = await work(tx);
      const { command } = await client.query("COMMIT");
      if (command !== "COMMIT") throw new Error("The transaction was rolled back by a statement.");
      return result;
    } catch (error) {
      await client.query("ROLLBACK").catch(note);
      throw error;
    } finally {
      tx.#hasEnded = true;
      client.off("error", note);
      client.release(lost);
    }
  }
}

/** Runs work in a READ COMMITTED transaction. Each wait has the limits of the pool. */
export type StatementTransactions = <T>(
  work: (tx: StatementTransaction) => Promise<T>,
) => Promise<T>;

export const statementTransactions =
  (pool: Pool): StatementTransactions =>
  (work) =>
    StatementTransaction.run(pool, work);
