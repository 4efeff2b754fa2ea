import { readFile } from "node:fs/promises";
import { sql } from "./database.ts";
import type { TestService } from "./service.ts";

/** Afterwards, the database is like one that was restored on another server. */
export async function restartUsage({ databaseUrl }: TestService): Promise<void> {
  const file = new URL("../../../../docs/scaling/restart-usage-sums.sql", import.meta.url);
  await sql(databaseUrl, await readFile(file, "utf8"));
}
