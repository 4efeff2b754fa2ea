import type { Queryable } from "../../db/client.ts";

/** @param moment whatever ended before it is gone */
export async function deleteCountsBefore(db: Queryable, moment: Date): Promise<void> {
  await db.rateLimit.deleteMany({ where: { expire: { lt: moment.getTime() } } });
}
