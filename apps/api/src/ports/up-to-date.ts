import type { Queryable } from "../db/client.ts";
import type { Due, TimedRecords } from "./due.ts";

/**
 * Reads, advances what is due in the answer, and reads again, until nothing is.
 *
 * @param timed picks the records of an answer that change because time passes; null: there are none
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
