import type { Parts } from "../operation/ports/parts.ts";
import { forgetEmailsBefore, forgetEventsBefore } from "./store.ts";

const keptMs = 30 * 24 * 60 * 60 * 1_000;
/** How many rows one statement deletes; an event with its deliveries. */
const pageSize = 1_000;

/** Job: deletes events older than 30 days with their deliveries, and e-mails of that age. */
export async function forgetOldEvents({ db, clock }: Pick<Parts, "db" | "clock">): Promise<void> {
  const moment = new Date(clock.now().getTime() - keptMs);
  while ((await forgetEventsBefore(db, moment, pageSize)) === pageSize);
  while ((await forgetEmailsBefore(db, moment, pageSize)) === pageSize);
}
