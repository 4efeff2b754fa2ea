import { DatabaseError } from "pg";
import { type AnyTransaction, senderOf } from "./client.ts";
import type { StatementSender } from "./transaction-connections.ts";

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

/** Classes of SQLSTATE: invalid data, a violated constraint, a deadlock, an exception raised by a trigger. */
const causedByRow = /^(22|23|40|P0)/;

/** Whether Postgres rolled the statement back because of its data: one row may be the cause. */
export const isRefused = (error: unknown) =>
  error instanceof DatabaseError && causedByRow.test(error.code ?? "");

/** Whether a row of a table has the unique key of another one. */
export const isTaken = (error: unknown, table: string) =>
  error instanceof DatabaseError && error.code === "23505" && error.table === table;

/** Whether a table or a column is missing: the database belongs to another version of the service. */
export const isOfOtherTables = (error: unknown) =>
  error instanceof DatabaseError && (error.code === "42P01" || error.code === "42703");

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
