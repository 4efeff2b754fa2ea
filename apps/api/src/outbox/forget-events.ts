import type { Parts } from "../ports/parts.ts";
import { forgetEventsBefore } from "./store.ts";

const keptMs = 30 * 24 * 60 * 60 * 1_000;
/** How many events one statement deletes, each with its deliveries. */
const pageSize = 1_000;

/** Job: deletes events older than 30 days, with their deliveries. */
export async function forgetOldEvents({ db, clock }: Pick<Parts, "db" | "clock">): Promise<void> {
  const moment = new Date(clock.now().getTime() - keptMs);
  while ((await forgetEventsBefore(db, moment, pageSize)) === pageSize);
}
