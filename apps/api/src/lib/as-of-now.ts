import type { Page } from "./lists.ts";

/**
 * A page on which nothing is overdue: what time has overtaken is moved, one after the other, and the
 * page read again until there is no more of it.
 *
 * @param move @returns whether the row, or what it shows, has changed
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
