import { inspect } from "node:util";

/**
 * Checks every row of a table within one test, one after the other. The error of a row names it.
 *
 * @param check gets a row as its arguments if all rows are arrays, and otherwise as its only one
 */
export async function eachRow<Row extends readonly unknown[] | readonly [unknown]>(
  rows: readonly Row[],
  check: (...row: [...Row]) => unknown,
): Promise<void>;
export async function eachRow<Row>(
  rows: readonly Row[],
  check: (row: Row) => unknown,
): Promise<void>;
export async function eachRow(
  rows: readonly unknown[],
  check: (...row: unknown[]) => unknown,
): Promise<void> {
  const areArguments = rows.every((row) => Array.isArray(row));
  for (const row of rows) {
    try {
      await check(...(areArguments ? (row as readonly unknown[]) : [row]));
    } catch (error) {
      if (error instanceof Error) {
        const shown = inspect(row, { depth: 3, breakLength: 100, maxStringLength: 200 });
        error.message = `In the row ${shown}: ${error.message}`;
      }
      throw error;
    }
  }
}
