import type { Pool } from "pg";
import { PgBoss } from "pg-boss";

/** pg-boss over the service's own connections. Its tables have a schema of their own. */
export const jobQueue = (pool: Pool): PgBoss =>
  new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) } });

/** Makes or upgrades the queue's tables; the database role must be allowed to. */
export async function installJobQueue(pool: Pool): Promise<void> {
  const queue = jobQueue(pool);
  await queue.start();
  await queue.stop();
}
