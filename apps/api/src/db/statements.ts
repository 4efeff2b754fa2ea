import { DatabaseError, type Pool } from "pg";
import { poolOf, type Queryable } from "./client.ts";

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

/** Runs statements on the connections of a pool, each outside a transaction. */
export function statementRunner(pool: Pool): RunStatement {
  return async <Row>(statement: Statement, values: readonly unknown[]) => {
    // pg requires rows to be objects; its type does not accept an interface as one.
    const { rows } = await pool.query<object & Row>({ ...statement, values: [...values] });
    return rows;
  };
}

/**
 * Runs a statement on a database, or in a transaction. Only a transaction's statement goes through Prisma,
 * which owns the connection: reading an invoice without it takes half of the CPU time.
 */
export function runStatement<Row>(
  db: Queryable,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const pool = poolOf(db);
  if (pool !== undefined) return statementRunner(pool)(statement, values);
  return db.$queryRawUnsafe<Row[]>(statement.text, ...values);
}

/** Classes of SQLSTATE: invalid data, a violated constraint, a deadlock, an exception raised by a trigger. */
const causedByRow = /^(22|23|40|P0)/;

/** Whether Postgres rolled the statement back because of its data, of which one row may be the cause. */
export const isRefused = (error: unknown) =>
  error instanceof DatabaseError && causedByRow.test(error.code ?? "");

/** Whether a table or a column is missing: the database belongs to another version of the service. */
export const isOfOtherTables = (error: unknown) =>
  error instanceof DatabaseError && (error.code === "42P01" || error.code === "42703");
