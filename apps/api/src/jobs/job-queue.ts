import type { Pool } from "pg";
import { PgBoss } from "pg-boss";

/** pg-boss over our own connections, in a schema of its own. */
export const jobQueue = (pool: Pool): PgBoss =>
  new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) } });

/** Makes the queue's tables, or brings them up to its version; the role must be allowed to. */
export async function installJobQueue(pool: Pool): Promise<void> {
  const queue = jobQueue(pool);
  await queue.start();
  await queue.stop();
}
