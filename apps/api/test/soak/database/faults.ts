import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import type { PostgresProxy } from "../../harness/postgres-proxy.ts";
import type { Random } from "../random.ts";

/** The parts between the service and its stored data. */
export interface Disturbed {
  readonly proxy: PostgresProxy;
  /** Past the proxy, by a role that may do anything. */
  readonly databaseUrl: string;
  readonly maxConnections: number;
}

/** A fault: it begins, lasts a while, and has ended when the promise resolves. */
type Fault = (at: Disturbed, random: Random, lastsMs: number) => Promise<void>;

export const faults = {
  /** Every connection is cut, whatever it is in the middle of. */
  cut: async ({ proxy }) => proxy.cut(),

  /** The same, and for a while nobody answers. */
  away: async ({ proxy }, _, lastsMs) => {
    proxy.refuse(true);
    proxy.cut();
    await sleep(lastsMs);
    proxy.refuse(false);
  },

  /** All that is said takes its time. */
  slow: async ({ proxy }, random, lastsMs) => {
    proxy.delay(random.integer(5, 150));
    await sleep(lastsMs);
    proxy.delay(0);
  },

  /** Connections stand, and nothing comes through them. */
  silent: async ({ proxy }, _, lastsMs) => {
    proxy.delay(Number.POSITIVE_INFINITY);
    await sleep(lastsMs);
    proxy.delay(0);
  },

  /** Others have all the connections that Postgres gives. */
  exhausted: async ({ proxy, databaseUrl, maxConnections }, _, lastsMs) => {
    proxy.cut();
    const others = Array.from({ length: maxConnections }, () => connected(databaseUrl));
    await sleep(lastsMs);
    await Promise.all(others.map(async (other) => (await other)?.end()));
  },

  /** As a standby is, or a primary that was demoted: every write is refused. */
  "read-only": async ({ databaseUrl }, _, lastsMs) => {
    await setReadOnly(databaseUrl, "on");
    await sleep(lastsMs);
    await setReadOnly(databaseUrl, "off");
  },

  /** Writes fail for want of space, some at once and some at their commit. */
  "disk-full": async ({ databaseUrl }, random, lastsMs) => {
    await fillDisk(databaseUrl, random.oneOf([0.02, 0.3, 1]));
    await sleep(lastsMs);
    await fillDisk(databaseUrl, 0);
  },
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;

/** @returns null where there is no connection to be had */
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

/** Has every table say that the disk is full, once fillDisk tells it to. */
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
