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
  const read = async (text: string) => (await sql(databaseUrl, `SELECT ${text} AS is`))[0]?.is;
  // Also of other databases on the server: a bill made now waits for a root that is younger than all of them.
  const next = await read("pg_snapshot_xmax(pg_current_snapshot())::text");
  await until(() => read(`pg_snapshot_xmin(pg_current_snapshot()) >= '${next}'::xid8`));
  await sql(databaseUrl, "UPDATE usage_roots_progress SET made_at = '-infinity'");
  while ((await makeRoots(parts)) === "more");
}
