import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startPostgres } from "../src/index.ts";
import { processesOf, query, temporaryFolder, until } from "./support.ts";

test("it accepts settings, and has the same encoding and order everywhere", async () => {
  const postgres = await startPostgres({ durable: false, settings: { max_connections: 17 } });
  const [settings] = await query(
    postgres.url,
    `select current_setting('max_connections') as connections, current_setting('fsync') as fsync,
       current_setting('server_encoding') as encoding, current_setting('timezone') as timezone,
       lower('ÄÉ') as lower, 'Z' < 'a' as by_code_point`,
  );
  await postgres.stop();
  expect(settings).toEqual({
    ...{ connections: "17", fsync: "off", encoding: "UTF8", timezone: "UTC" },
    ...{ lower: "äé", by_code_point: true },
  });
});

test("an interrupted first start does not break the next one, whose password only its owner can read", async () => {
  const dataDir = temporaryFolder();
  mkdirSync(join(dataDir, "cluster.new", "base"), { recursive: true });
  writeFileSync(join(dataDir, "password"), "of a cluster that never was", { mode: 0o600 });
  const postgres = await startPostgres({ dataDir, durable: false });
  const url = new URL(postgres.url);
  url.password = "guess";
  await expect(query(url.href, "select 1")).rejects.toThrow("password authentication failed");
  expect(await query(postgres.url, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(statSync(join(dataDir, "password")).mode & 0o777).toBe(0o600);
  await postgres.stop();
});

test("a stale lock with a reused process id does not prevent a start", async () => {
  const dataDir = temporaryFolder();
  const first = await startPostgres({ dataDir, durable: false });
  await first.kill();
  await until(() => processesOf(dataDir).length === 0);
  // This test's parent: a live process that is neither Postgres nor an ancestor it would forgive.
  const lock = `${process.ppid}\n${join(dataDir, "cluster")}\n`;
  writeFileSync(join(dataDir, "cluster", "postmaster.pid"), lock);
  writeFileSync(join(dataDir, "server.pid"), `${process.ppid}\n`);

  await (await startPostgres({ dataDir, durable: false })).stop();
  process.kill(process.ppid, 0); // throws if it was taken for a leftover
});

test("a setting that Postgres refuses is reported with its own message, and the folder is free again", async () => {
  const dataDir = temporaryFolder();
  const start = startPostgres({ dataDir, durable: false, settings: { max_connections: "many" } });
  await expect(start).rejects.toThrow(/did not start in .*\n.*invalid value for parameter/s);
  await (await startPostgres({ dataDir, durable: false })).stop();
});
