import { makeRoots } from "../../src/usage/roots/make-roots.ts";
import { onCitus, sql } from "./database.ts";
import type { TestService } from "./service.ts";
import { until } from "./until.ts";

/** Makes roots of all usage, as if an hour had passed. Transactions in other databases may delay this, as in `addUpAll`. */
export async function makeAllRoots({ parts, databaseUrl }: TestService): Promise<void> {
  if (onCitus) return;
  await until(async () => {
    await sql(databaseUrl, "UPDATE usage_roots_progress SET made_at = '-infinity'");
    await makeRoots(parts);
    const [left] = await sql(
      databaseUrl,
      `SELECT FROM usage_roots_progress
        WHERE through < ANY (SELECT transaction_id FROM usage_events UNION ALL
                             SELECT transaction_id FROM usage_event_voids)`,
    );
    return left === undefined;
  });
}
