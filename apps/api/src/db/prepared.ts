import { DatabaseError, type Pool } from "pg";
import { poolOf, type Queryable } from "./client.ts";

/** A statement of SQL. */
export interface Statement {
  /** With one, Postgres reads and plans it once a connection; without, anew for the values it has. */
  readonly name?: string;
  readonly text: string;
}

/** Runs a statement by itself, past Prisma: for what is done with every request. */
export type Prepared = <Row>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>;

export function preparedOn(pool: Pool): Prepared {
  return async <Row>(statement: Statement, values: readonly unknown[]) => {
    // Rows are objects; pg's own type does not know that interfaces are.
    const { rows } = await pool.query<object & Row>({ ...statement, values: [...values] });
    return rows;
  };
}

/**
 * The same through a database or a transaction in it: past Prisma, where it is no transaction. Reading
 * an invoice so takes half of the CPU.
 */
export function readPrepared<Row>(
  db: Queryable,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const pool = poolOf(db);
  if (pool !== undefined) return preparedOn(pool)(statement, values);
  return db.$queryRawUnsafe<Row[]>(statement.text, ...values);
}

/** Classes of SQLSTATE: wrong data, a broken constraint, a deadlock, an exception of a trigger. */
const ofOneRow = /^(22|23|40|P0)/;

/** Whether Postgres has refused the statement for what may be one row of many, and done nothing of it. */
export const isRefused = (error: unknown) =>
  error instanceof DatabaseError && ofOneRow.test(error.code ?? "");

/** Whether Postgres does not know a table or a column: the database is of another version than the code. */
export const isOfOtherTables = (error: unknown) =>
  error instanceof DatabaseError && (error.code === "42P01" || error.code === "42703");
