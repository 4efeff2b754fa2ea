import type { Page } from "./lists.ts";

/**
 * Reads a page without overdue rows: overdue rows are updated one after the other, and the page is read again
 * until it has none.
 *
 * @param move updates a row that is overdue, and returns whether the row, or a record nested in it, has changed
 */
export async function asOfNow<Row>(
  read: () => Promise<Page<Row>>,
  move: (row: Row) => Promise<boolean>,
): Promise<Page<Row>> {
  for (;;) {
    const page = await read();
    let changed = false;
    for (const row of page.rows) changed = (await move(row)) || changed;
    if (!changed) return page;
  }
}
