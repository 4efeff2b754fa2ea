import type { Parts } from "../../operation/ports/parts.ts";
import { deleteExpiredBefore } from "./store.ts";

/** How long expired sessions are listed, in milliseconds: 30 days. */
const listedMs = 30 * 86_400_000;

/** Job: deletes dashboard sessions that expired long ago. */
export function forgetDashboardSessions({ db, clock }: Pick<Parts, "db" | "clock">): Promise<void> {
  return deleteExpiredBefore(db, new Date(clock.now().getTime() - listedMs));
}
