import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Width } from "./load.ts";

/** Whether Postgres's own load generator is on the PATH. */
export const hasPgbench = () => spawnSync("pgbench", ["--version"]).status === 0;

/** pgbench's time begins before its sessions do; how many of those come about in a second, at the least. */
const sessionsASecond = 50;

/**
 * Runs a script over and over, as a prepared statement, and a commit each time.
 *
 * @param script in pgbench's own language
 * @returns how many runs there were, and how many a second, without the time that it took to connect
 * @throws Error when a statement fails
 */
export async function pgbench(
  databaseUrl: string,
  script: string,
  { connections, seconds }: Width,
): Promise<{ readonly count: number; readonly rate: number }> {
  const time = seconds + Math.ceil(connections / sessionsASecond);
  const folder = await mkdtemp(join(tmpdir(), "usance-pgbench-"));
  try {
    const file = join(folder, "script.sql");
    await writeFile(file, script);
    const { stdout } = await promisify(execFile)("pgbench", [
      ...["--no-vacuum", "--protocol=prepared", `--client=${connections}`, `--time=${time}`],
      ...["--define=n=0", `--file=${file}`, databaseUrl],
    ]);
    const [, count] = /actually processed: (\d+)$/m.exec(stdout) ?? [];
    const [, rate] = /^tps = ([\d.]+)/m.exec(stdout) ?? [];
    if (rate === undefined) throw new Error(`pgbench said no rate:\n${stdout}`);
    return { count: Number(count), rate: Number(rate) };
  } finally {
    await rm(folder, { recursive: true });
  }
}
