import type { Parts } from "../ports/parts.ts";
import { forgetEventsBefore } from "./store.ts";

const keptMs = 30 * 24 * 60 * 60 * 1_000;
/** How many go at a time: each takes its deliveries with it. */
const pageSize = 1_000;

/** The job's part: events of more than 30 days ago, and what became of their deliveries. */
export async function forgetOldEvents({ db, clock }: Pick<Parts, "db" | "clock">): Promise<void> {
  const moment = new Date(clock.now().getTime() - keptMs);
  while ((await forgetEventsBefore(db, moment, pageSize)) === pageSize);
}
