import { CommandError } from "./commands/command-error.ts";
import { findAddress } from "./commands/find-address.ts";
import { keysCommand } from "./commands/keys-command.ts";
import { assertDatabase } from "./db/assert-database.ts";
import { openDatabase } from "./db/client.ts";
import { openPool } from "./db/pool.ts";
import { migrate } from "./db/schema-engine.ts";
import { runEntry } from "./process/run-entry.ts";
import { systemClock } from "./shared/clock.ts";

/* `pnpm keys`: makes, lists and revokes API keys, the first one of a new service among them. */

await runEntry(async () => {
  const run = keysCommand(process.argv.slice(2));
  const databaseUrl = await findAddress(process.env, "DATABASE_URL");
  await assertDatabase(databaseUrl);
  await migrate(databaseUrl);
  const pool = openPool(databaseUrl, 1);
  const db = openDatabase(pool);
  try {
    const { lines, notes } = await run({ db, clock: systemClock });
    for (const note of notes) process.stderr.write(`${note}\n`);
    for (const line of lines) process.stdout.write(`${line}\n`);
  } finally {
    await db.$disconnect();
    await pool.end();
  }
}, [CommandError]);
