import type { CoreParts } from "../../ports/parts.ts";

/** Job: deletes rate limit counters whose minute is over. The next call starts a new counter. */
export async function forgetOldCounts({ db, clock }: CoreParts): Promise<void> {
  await db.rateLimit.deleteMany({ where: { expire: { lt: clock.now().getTime() } } });
}
