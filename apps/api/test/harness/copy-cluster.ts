import { copyFile, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";

/** The files that a copy must not have, because they belong to the running server. */
const left = new Set(["postmaster.pid", "postmaster.opts", "standby.signal"]);
/** Folders of which a copy gets only the folder. */
const emptied = new Set(["pg_wal", "pg_replslot", "pg_dynshmem", "pg_notify", "pg_stat_tmp"]);

/**
 * Makes a data folder for `startPostgres` whose server will be a standby of a running one, by Postgres's own functions
 * for backups. What the folder had before is removed, except its port.
 *
 * @param name what the primary calls the standby
 */
export async function copyAsStandby(
  primaryUrl: string,
  dataDir: string,
  name: string,
): Promise<void> {
  const primary = new Client({ connectionString: primaryUrl });
  await primary.connect();
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    for (const file of await readdir(dataDir)) {
      if (file === "port") continue;
      // The last processes of a killed server may still write.
      await rm(join(dataDir, file), { recursive: true, force: true, maxRetries: 10 });
    }
    const cluster = join(dataDir, "cluster");
    await primary.query("SELECT pg_backup_start('standby', true)");
    const { rows } = await primary.query<{ data_directory: string }>("SHOW data_directory");
    await copyFolder(rows[0]?.data_directory ?? "", cluster);
    const stopped = await primary.query<{ labelfile: string }>(
      "SELECT labelfile FROM pg_backup_stop(false)",
    );
    const { hostname, port, username, password } = new URL(primaryUrl);
    await Promise.all([
      writeFile(join(cluster, "backup_label"), stopped.rows[0]?.labelfile ?? ""),
      writeFile(join(cluster, "standby.signal"), ""),
      mkdir(join(cluster, "pg_wal", "archive_status"), { recursive: true, mode: 0o700 }),
      mkdir(join(cluster, "pg_wal", "summaries"), { recursive: true, mode: 0o700 }),
      writeFile(
        join(cluster, "postgresql.conf"),
        `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password} application_name=${name}'\n`,
        { flag: "a" },
      ),
      writeFile(join(dataDir, "password"), password, { mode: 0o600 }),
    ]);
  } finally {
    await primary.end();
  }
}

/** Copies a folder whose files come and go meanwhile. */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (emptied.has(entry.name)) await mkdir(target, { mode: 0o700 });
    else if (entry.isDirectory()) await copyFolder(source, target);
    else if (!left.has(entry.name)) await copyFile(source, target).catch(ignoreMissing);
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
