import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { root as here } from "../../processes/program.ts";
import type { Random } from "../random.ts";
import type { Stage } from "../stage.ts";

/** The statements of a migration like those of releases, each of one of the most used tables. */
const changes: readonly (readonly string[])[] = [
  [
    "ALTER TABLE usage_events ADD COLUMN source TEXT;",
    "ALTER TABLE usage_events ADD COLUMN weight BIGINT NOT NULL DEFAULT 1;",
    "ALTER TABLE usage_events ADD CONSTRAINT usage_events_weight CHECK (weight > 0) NOT VALID;",
    "ALTER TABLE usage_events VALIDATE CONSTRAINT usage_events_weight;",
  ],
  [
    "ALTER TABLE invoices ADD COLUMN reminders BIGINT NOT NULL DEFAULT 0;",
    "UPDATE invoices SET reminders = 1 WHERE status = 'DRAFT';",
  ],
  ["CREATE INDEX IF NOT EXISTS invoices_amount ON invoices (amount);"],
  [
    "CREATE TABLE invoice_notes (id TEXT PRIMARY KEY, invoice_id TEXT NOT NULL REFERENCES invoices);",
    "CREATE INDEX invoice_notes_invoice_id ON invoice_notes (invoice_id);",
  ],
  ["ALTER TABLE settlements ADD COLUMN note TEXT;"],
  ["ALTER TABLE subscriptions ADD COLUMN trial_end TIMESTAMPTZ(3);"],
  ["ALTER TABLE users ADD COLUMN locale TEXT NOT NULL DEFAULT 'en';"],
];

/** Runs before a release, as its notes say; it does not block writes. */
const beforeRelease =
  "CREATE INDEX CONCURRENTLY IF NOT EXISTS invoices_amount ON invoices (amount)";

/** How long a reader holds the tables while they are to be changed, and between two steps, in milliseconds. */
const longestReadMs = 8_000;
const longestPauseMs = 1_000;

/** Makes a next version that changes only the tables: this repository's code with more migrations, in random order. */
export async function nextVersion(
  random: Random,
): Promise<{ readonly root: string; remove(): Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), "usance-version-"));
  const [ours, theirs] = [join(here, "apps/api"), join(root, "apps/api")];
  for (const part of ["src", "prisma", "scripts", "package.json"]) {
    await cp(join(ours, part), join(theirs, part), { recursive: true });
  }
  await symlink(join(ours, "node_modules"), join(theirs, "node_modules"));
  for (const page of ["checkout", "dashboard"]) {
    await symlink(join(here, "apps", page), join(root, "apps", page));
  }
  for (const [index, change] of random.shuffled(changes).entries()) {
    const folder = join(theirs, `prisma/migrations/209901010000${10 + index}_next`);
    await mkdir(folder);
    await writeFile(join(folder, "migration.sql"), `${change.join("\n")}\n`);
  }
  const remove = () => rm(root, { recursive: true, force: true, maxRetries: 10 });
  return { root, remove };
}

/**
 * Replaces each running process by the one that waits behind it, as docs/operations.md describes. The first new
 * process migrates the tables at its start, while a transaction reads them, as a backup does. Old processes are
 * restarted meanwhile, as after a crash.
 */
export async function upgrade({ database, processes, random }: Stage): Promise<void> {
  const pause = () => sleep(random.integer(0, longestPauseMs));
  const old = processes.filter((process) => process.wasStarted);
  const next = processes.filter((process) => !process.wasStarted);
  await pause();
  const read = await readTables(database.directUrl(), random.integer(0, longestReadMs));
  for (const [index, process] of next.entries()) {
    process.start();
    await process.up();
    await pause();
    const leaving = old[index];
    if (leaving === undefined) continue;
    if (index === 0 || random.chance(0.3)) {
      await leaving.stop();
      leaving.start();
      await leaving.up();
      await pause();
    }
    await leaving.stop();
    await pause();
  }
  await read.end;
}

/** A transaction that reads frequently used tables, and stays open. @returns its end, once it has begun */
async function readTables(connectionString: string, ms: number): Promise<{ end: Promise<void> }> {
  const reader = new Client({ connectionString });
  await reader.connect();
  await reader.query(beforeRelease);
  await reader.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await reader.query("SELECT (SELECT count(*) FROM invoices), (SELECT count(*) FROM usage_events)");
  const close = async () => {
    await sleep(ms);
    await reader.query("COMMIT");
    await reader.end();
  };
  return { end: close() };
}
