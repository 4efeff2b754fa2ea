import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import type { PostgresProxy } from "../../harness/postgres-proxy.ts";
import type { Random } from "../random.ts";

/** The parts between the service and its data. */
export interface Disturbed {
  readonly proxy: PostgresProxy;
  /** A connection past the proxy, as a superuser. */
  readonly databaseUrl: string;
  readonly maxConnections: number;
}

/** A fault. Its promise resolves when the fault has ended. */
type Fault = (at: Disturbed, random: Random, lastsMs: number) => Promise<void>;

export const faults = {
  /** Cuts every connection, whatever it is doing. */
  cut: async ({ proxy }) => proxy.cut(),

  /** Cuts every connection, and refuses new ones for a while. */
  away: async ({ proxy }, _, lastsMs) => {
    proxy.refuse(true);
    proxy.cut();
    await sleep(lastsMs);
    proxy.refuse(false);
  },

  /** Delays all bytes. */
  slow: async ({ proxy }, random, lastsMs) => {
    proxy.delay(random.integer(5, 150));
    await sleep(lastsMs);
    proxy.delay(0);
  },

  /** Keeps connections open, and passes nothing on. */
  silent: async ({ proxy }, _, lastsMs) => {
    proxy.delay(Number.POSITIVE_INFINITY);
    await sleep(lastsMs);
    proxy.delay(0);
  },

  /** Other clients take all connections that Postgres allows. */
  exhausted: async ({ proxy, databaseUrl, maxConnections }, _, lastsMs) => {
    proxy.cut();
    const others = Array.from({ length: maxConnections }, () => connected(databaseUrl));
    await sleep(lastsMs);
    await Promise.all(others.map(async (other) => (await other)?.end()));
  },

  /** Refuses every write, as a standby or a demoted primary does. */
  "read-only": async ({ databaseUrl }, _, lastsMs) => {
    await setReadOnly(databaseUrl, "on");
    await sleep(lastsMs);
    await setReadOnly(databaseUrl, "off");
  },

  /** Writes fail because the disk is full, some immediately and some at their commit. */
  "disk-full": async ({ databaseUrl }, random, lastsMs) => {
    await fillDisk(databaseUrl, random.oneOf([0.02, 0.3, 1]));
    await sleep(lastsMs);
    await fillDisk(databaseUrl, 0);
  },
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;

/** @returns null when no connection is available */
async function connected(databaseUrl: string): Promise<Client | null> {
  const client = new Client({ connectionString: databaseUrl });
  client.on("error", () => undefined);
  return client.connect().then(
    () => client,
    () => null,
  );
}

async function setReadOnly(databaseUrl: string, value: "on" | "off"): Promise<void> {
  await run(databaseUrl, [
    "SET default_transaction_read_only = off",
    `ALTER SYSTEM SET default_transaction_read_only = ${value}`,
    "SELECT pg_reload_conf()",
  ]);
}

/** Makes every table report a full disk once fillDisk says so. */
export async function prepareFullDisk(databaseUrl: string): Promise<void> {
  await run(databaseUrl, [
    "CREATE SCHEMA soak",
    "CREATE TABLE soak.full_disk (share double precision NOT NULL)",
    "INSERT INTO soak.full_disk VALUES (0)",
    `CREATE FUNCTION soak.maybe_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF random() < (SELECT share FROM soak.full_disk) THEN
         RAISE EXCEPTION 'could not extend file "base/5/16384": No space left on device'
           USING ERRCODE = 'disk_full';
       END IF;
       RETURN NEW;
     END $$`,
    `DO $$ DECLARE name text; BEGIN
       FOR name IN SELECT tablename FROM pg_tables
                    WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' LOOP
         EXECUTE format('CREATE TRIGGER soak_at_once BEFORE INSERT OR UPDATE ON %I
                           FOR EACH ROW EXECUTE FUNCTION soak.maybe_full()', name);
         EXECUTE format('CREATE CONSTRAINT TRIGGER soak_at_commit AFTER INSERT OR UPDATE ON %I
                           DEFERRABLE INITIALLY DEFERRED
                           FOR EACH ROW EXECUTE FUNCTION soak.maybe_full()', name);
       END LOOP;
     END $$`,
  ]);
}

const fillDisk = (databaseUrl: string, share: number) =>
  run(databaseUrl, [`UPDATE soak.full_disk SET share = ${share}`]);

async function run(databaseUrl: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
