import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from "pg";

/**
 * A transaction without Prisma, whose own transactions cost four times the CPU time. For transactions that many requests
 * share and that run only statements.
 */
export class StatementTransaction {
  readonly #client: PoolClient;
  readonly #begun: Promise<unknown>;
  #hasEnded = false;

  /** Sends BEGIN, and does not wait: the first statements run even where it fails. */
  private constructor(client: PoolClient) {
    this.#client = client;
    this.#begun = client.query("BEGIN");
  }

  async query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
    if (this.#hasEnded) throw new Error("A query cannot be executed on an expired transaction.");
    const [result] = await Promise.all([this.#client.query<Row>(statement), this.#begun]);
    return result;
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
      const [result] = await Promise.all([work(tx), tx.#begun]);
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

/**
 * Runs work in a READ COMMITTED transaction. Each wait has the limits of the pool. Statements that are sent together run
 * in their order. Those that are sent first must write nothing.
 */
export type StatementTransactions = <T>(
  work: (tx: StatementTransaction) => Promise<T>,
) => Promise<T>;

export const statementTransactions =
  (pool: Pool): StatementTransactions =>
  (work) =>
    StatementTransaction.run(pool, work);
