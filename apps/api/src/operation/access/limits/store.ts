import type { Queryable } from "../../../db/client.ts";

/** Deletes counters that ended before a moment. */
export async function deleteCountsBefore(db: Queryable, moment: Date): Promise<void> {
  await db.rateLimit.deleteMany({ where: { expire: { lt: moment.getTime() } } });
}
