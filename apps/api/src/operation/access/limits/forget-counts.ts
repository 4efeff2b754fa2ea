import type { Parts } from "../../ports/parts.ts";
import { deleteCountsBefore } from "./store.ts";

/** Job: deletes rate limit counters whose minute is over. The next call starts a new counter. */
export function forgetOldCounts({ db, clock }: Pick<Parts, "db" | "clock">): Promise<void> {
  return deleteCountsBefore(db, clock.now());
}
