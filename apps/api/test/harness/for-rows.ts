import { inspect } from "node:util";

type Arguments<Row> = Row extends readonly [...infer Items] ? Items : [Row];

/**
 * Checks the rows of a table in turn, in one test: a file of the fast tests has one test for each idea. An error names its
 * row.
 *
 * @param rows the arguments of each check; a row of one argument need not be a list
 */
export async function forRows<
  Row extends
    | readonly [unknown, ...unknown[]]
    | string
    | number
    | bigint
    | boolean
    | null
    | undefined
    | object,
>(rows: readonly Row[], check: (...row: Arguments<Row>) => unknown): Promise<void> {
  for (const row of rows) {
    try {
      await check(...((Array.isArray(row) ? row : [row]) as Arguments<Row>));
    } catch (error) {
      if (error instanceof Error) error.message = `${inspect(row)}: ${error.message}`;
      throw error;
    }
  }
}
