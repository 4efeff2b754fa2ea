import { makeRoots } from "../../src/usage/roots/make-roots.ts";
import { onCitus, sql } from "./database.ts";
import type { TestService } from "./service.ts";
import { until } from "./until.ts";

/**
 * Makes a root of each subscription with new usage, as if an hour had passed. Transactions in other databases may delay
 * this, as in `addUpAll`.
 */
export async function makeAllRoots({ parts, databaseUrl }: TestService): Promise<void> {
  if (onCitus) return;
  await until(async () => {
    const [left] = await sql(
      databaseUrl,
      `SELECT FROM (SELECT transaction_id FROM usage_events UNION ALL
                    SELECT transaction_id FROM usage_event_voids) AS changes
        WHERE transaction_id >= pg_snapshot_xmin(pg_current_snapshot()) LIMIT 1`,
    );
    return left === undefined;
  });
  await sql(databaseUrl, "UPDATE usage_roots_progress SET made_at = '-infinity'");
  while ((await makeRoots(parts)) === "more");
}
