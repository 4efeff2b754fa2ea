import { addUpUsage } from "../../src/usage/stored-sums/add-up-usage.ts";
import { onCitus, sql } from "./database.ts";
import type { TestService } from "./service.ts";
import { until } from "./until.ts";

/**
 * Adds all usage to the stored sums. A transaction in another database of the server may delay this: its number is earlier,
 * and the server does not say whose it is.
 */
export async function addUpAll({ parts, databaseUrl }: TestService): Promise<void> {
  if (onCitus) return;
  await until(async () => {
    await addUpUsage(parts);
    const [left] = await sql(
      databaseUrl,
      `SELECT FROM usage_sums_progress
        WHERE NOT older_are_added OR through < ANY (SELECT transaction_id FROM usage_events UNION ALL
                                                    SELECT transaction_id FROM usage_event_voids)`,
    );
    return left === undefined;
  });
}
