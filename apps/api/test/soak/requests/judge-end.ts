import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { type Address, settled } from "../../processes/calls.ts";
import type { Stage } from "../stage.ts";

/** The longest time until all settlements are final, in milliseconds. */
const patienceMs = 120_000;

/** After all requests the service works as it did before. */
export async function judgeEnd(
  { database, problem }: Pick<Stage, "database" | "problem">,
  to: Address,
  logFile: string,
): Promise<void> {
  const health = await fetch(`${to.url}/health`);
  if (health.status !== 200) problem(`/health answers ${health.status}`);
  await settled(to);
  await allSettled(database);
  const log = await readFile(logFile, "utf8");
  for (const [line] of log.matchAll(/^\{.*"err":.*$/gm))
    problem(`the log says ${line.slice(0, 600)}`);
}

async function allSettled(database: Client): Promise<void> {
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    const { rowCount } = await database.query(
      "SELECT 1 FROM settlements WHERE status IN ('PENDING', 'SUBMITTED', 'TIMED_OUT') LIMIT 1",
    );
    if (rowCount === 0) return;
    await sleep(250);
  }
}
