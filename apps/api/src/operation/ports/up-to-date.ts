import type { Queryable } from "../../db/client.ts";
import type { Due, TimedRecords } from "./due.ts";

/**
 * Runs an attempt, advances the records that it found due, and runs it again until none is due.
 *
 * @param timed selects the records of an answer that change with time; null when it has none
 */
export async function upToDate<Answer>(
  { db, due }: { readonly db: Queryable; readonly due: Due },
  attempt: () => Promise<Answer>,
  timed: (answer: Answer) => TimedRecords | null,
): Promise<Answer> {
  for (;;) {
    const answer = await attempt();
    const records = timed(answer);
    if (records === null || !(await due.advance({ db }, records))) return answer;
  }
}
