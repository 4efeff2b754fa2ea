import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startPostgres } from "../src/postgres.ts";
import { ownTemporaryFolder, processesOf, query, temporaryFolder, until } from "./support.ts";

test("a stopped Postgres leaves no process, and the next start has its rows", async () => {
  const dataDir = temporaryFolder();
  const first = await startPostgres({ dataDir, durable: true });
  await query(first.url, "create table kept as select 42 as answer");
  await first.stop();
  expect(processesOf(dataDir)).toEqual([]);
  expect(await first.exited).toMatchObject({ asked: true, status: 0 });

  const second = await startPostgres({ dataDir, durable: true });
  expect(await query(second.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  await second.stop();
});

test("a temporary Postgres leaves no folder, accepts settings, and has the same encoding and order everywhere", async () => {
  const folder = ownTemporaryFolder();
  const postgres = await startPostgres({ durable: false, settings: { max_connections: 17 } });
  const [settings] = await query(
    postgres.url,
    `select current_setting('max_connections') as connections, current_setting('fsync') as fsync,
       current_setting('server_encoding') as encoding, current_setting('timezone') as timezone,
       lower('ÄÉ') as lower, 'Z' < 'a' as by_code_point`,
  );
  expect(settings).toEqual({
    connections: "17",
    fsync: "off",
    encoding: "UTF8",
    timezone: "UTC",
    lower: "äé",
    by_code_point: true,
  });
  await postgres.stop();
  expect(readdirSync(folder)).toEqual([]);
});

test("a connection without the password is refused, and only its owner can read the password", async () => {
  const dataDir = temporaryFolder();
  const postgres = await startPostgres({ dataDir, durable: false });
  const url = new URL(postgres.url);
  url.password = "guess";
  await expect(query(url.href, "select 1")).rejects.toThrow("password authentication failed");
  expect(statSync(join(dataDir, "password")).mode & 0o777).toBe(0o600);
  await postgres.stop();
});

test("an interrupted first start does not break the next one", async () => {
  const dataDir = temporaryFolder();
  await mkdir(join(dataDir, "cluster.new", "base"), { recursive: true });
  writeFileSync(join(dataDir, "password"), "of a cluster that never was");
  const postgres = await startPostgres({ dataDir, durable: false });
  expect(await query(postgres.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await postgres.stop();
});

test("a killed Postgres is reported, and the next start has its rows", async () => {
  const dataDir = temporaryFolder();
  const first = await startPostgres({ dataDir, durable: true });
  await query(first.url, "create table kept as select 42 as answer");
  process.kill(Number(readFileSync(join(dataDir, "server.pid"), "utf8")), "SIGKILL");
  const exit = await first.exited;
  expect(exit).toMatchObject({ asked: false, status: 128 + 9 });
  expect(exit.log).toContain("ready to accept connections");

  const second = await startPostgres({ dataDir, durable: true });
  expect(await query(second.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  await second.stop();
});

test("a stale lock with a reused process id does not prevent a start", async () => {
  const dataDir = temporaryFolder();
  const first = await startPostgres({ dataDir, durable: false });
  await first.kill();
  await until(() => processesOf(dataDir).length === 0);
  const lock = join(dataDir, "cluster", "postmaster.pid");
  expect(existsSync(lock)).toBe(true);
  // This test's parent: a live process that is neither Postgres nor an ancestor it would forgive.
  writeFileSync(lock, `${process.ppid}\n${join(dataDir, "cluster")}\n`);
  writeFileSync(join(dataDir, "server.pid"), `${process.ppid}\n`);

  const second = await startPostgres({ dataDir, durable: false });
  expect(await query(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await second.stop();
  process.kill(process.ppid, 0); // throws if it was taken for a leftover
});

test("a setting that Postgres refuses is reported with its own message, and the folder is free again", async () => {
  const dataDir = temporaryFolder();
  const start = startPostgres({ dataDir, durable: false, settings: { max_connections: "many" } });
  await expect(start).rejects.toThrow(/did not start in .*\n.*invalid value for parameter/s);
  const postgres = await startPostgres({ dataDir, durable: false });
  await postgres.stop();
});
