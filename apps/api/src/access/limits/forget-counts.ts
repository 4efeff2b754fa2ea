import type { Parts } from "../../ports/parts.ts";
import { deleteCountsBefore } from "./store.ts";

/** The job's part: counts of minutes that are over. Each is begun anew when its name is next counted. */
export function forgetOldCounts({ db, clock }: Pick<Parts, "db" | "clock">): Promise<void> {
  return deleteCountsBefore(db, clock.now());
}
