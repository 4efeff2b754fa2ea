import type { Queryable } from "../db/client.ts";
import type { Due, TimedRecords } from "./due.ts";

/**
 * Reads records, advances those that are due, and reads again until none is due.
 *
 * @param timed selects the records of an answer that change with time; null when it has none
 */
export async function upToDate<Answer>(
  { db, due }: { readonly db: Queryable; readonly due: Due },
  read: () => Promise<Answer>,
  timed: (answer: Answer) => TimedRecords | null,
): Promise<Answer> {
  for (;;) {
    const answer = await read();
    const records = timed(answer);
    if (records === null || !(await due.advance({ db }, records))) return answer;
  }
}
