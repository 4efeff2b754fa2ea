import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import type { ApiProcess } from "../api-process.ts";
import type { Random } from "../random.ts";
import type { Stage } from "../stage.ts";
import { beforeRelease } from "./next-migrations.ts";
import type { VersionsOptions } from "./options.ts";

interface Upgraded extends Pick<Stage, "databaseUrl" | "problem"> {
  readonly old: readonly ApiProcess[];
  readonly next: readonly ApiProcess[];
}

/** How long a reader holds the tables while they are to be changed, in milliseconds. */
const longestReadMs = 8_000;

/**
 * Replaces the old version by the new one, process by process, as docs/operations.md describes. The first new
 * process migrates the tables at its start, while a transaction reads them, as a backup does. Old processes are
 * restarted meanwhile, as after a crash.
 */
export async function upgrade(
  { databaseUrl, old, next, problem }: Upgraded,
  { pauseMs }: VersionsOptions,
  random: Random,
): Promise<void> {
  const pause = () => sleep(random.integer(0, pauseMs));
  const stop = async (process: ApiProcess) => {
    const how = await process.end("SIGTERM");
    if (how !== 0) problem(`${process.name} ended with ${how} at SIGTERM`);
  };
  await pause();
  const reader = new Client({ connectionString: databaseUrl });
  await reader.connect();
  await reader.query(beforeRelease);
  const read = readFor(reader, random.integer(0, longestReadMs));
  for (const [index, process] of next.entries()) {
    process.start();
    await process.up();
    await pause();
    const leaving = old[index];
    if (leaving === undefined) continue;
    if (index === 0 || random.chance(0.3)) {
      await stop(leaving);
      leaving.start();
      await leaving.up();
      await pause();
    }
    await stop(leaving);
    await pause();
  }
  await read;
}

/** A transaction that reads all frequently used tables, and stays open. */
async function readFor(reader: Client, ms: number): Promise<void> {
  await reader.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await reader.query("SELECT (SELECT count(*) FROM invoices), (SELECT count(*) FROM usage_events)");
  await sleep(ms);
  await reader.query("COMMIT");
  await reader.end();
}
