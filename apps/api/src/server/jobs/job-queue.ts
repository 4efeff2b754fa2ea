import type { Pool } from "pg";
import { PgBoss } from "pg-boss";

/** Creates a pg-boss queue that uses the service's connection pool. Its tables have their own schema. */
export const jobQueue = (pool: Pool): PgBoss =>
  new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) } });

/** Creates or upgrades the queue's tables. The database role needs permission for that. */
export async function installJobQueue(pool: Pool): Promise<void> {
  const queue = jobQueue(pool);
  await queue.start();
  await queue.stop();
}
