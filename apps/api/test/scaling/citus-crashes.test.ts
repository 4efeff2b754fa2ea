import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Postgres } from "@usance/local-stack";
import { type Citus, startCitus } from "@usance/local-stack/citus";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate } from "../../src/db/schema-engine.ts";
import { sql } from "../harness/database.ts";
import { restDoor } from "../harness/doors.ts";
import { startService, type TestService, testKey } from "../harness/service.ts";
import { shardOf } from "../harness/shard-of.ts";
import { Story } from "../harness/story.ts";
import { until } from "../harness/until.ts";
import { usance } from "../harness/usance.ts";
import { listening, productionEnvironment } from "../processes/production.ts";

/*
 * Events with charges and limits, while a node of a Citus cluster is killed, or the processes of the service. Between the
 * parts of a commit a node waits 100 ms, so that a kill falls into it. Needs CITUS_BIN: citus.test.ts.
 */

const { CITUS_BIN } = process.env;

const settings = {
  max_connections: 200,
  max_worker_processes: 100,
  "citus.recover_2pc_interval": "1s",
  commit_siblings: 0, // commit_delay delays every commit
};

describe.skipIf(CITUS_BIN === undefined)("charges and limits on Citus (CITUS_BIN)", () => {
  let dataDir: string;
  let citus: Citus;
  let databaseUrl: string;
  let running: TestService;
  const story = new Story(restDoor, () => running);
  const start = () =>
    startCitus({
      binaries: dirname(CITUS_BIN ?? ""),
      workers: 2,
      durable: true,
      dataDir,
      settings,
    });

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "usance-citus-"));
    citus = await start();
    databaseUrl = await citus.createDatabase("usance");
    await migrate(databaseUrl);
    const { code } = await usance(["scale", "distribute", "--shards", "8"], {
      DATABASE_URL: databaseUrl,
    });
    expect(code).toBe(0);
    running = await startService({ DATABASE_URL: databaseUrl });
  }, 180_000);

  afterAll(async () => {
    await running?.stop();
    await citus?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it.each(["coordinator", "worker", "process"] as const)(
    "a crash of a %s leaves each event with its charge and its count, or without both",
    async (which) => {
      const { balance, subscription } = await story.prepaid("1000");
      await limit(which, subscription);
      const { port } = await shardOf(databaseUrl, subscription);
      const worker = citus.workers.find((one) => one.port === port);
      const node = which === "worker" ? (worker as Postgres) : citus.coordinator;
      const processes = which === "process" ? await Promise.all([1, 2].map(startProcess)) : [];
      await sql(node.url, "ALTER SYSTEM SET commit_delay = 100000"); // microseconds
      await sql(node.url, "SELECT pg_reload_conf()");
      const answered: string[] = [];
      let stops = false;
      const record = async (caller: number) => {
        for (let call = 0; !stops; call += 1) {
          const eventKey = `${caller}:${call}`;
          const charged = { balanceId: balance.id, charge: "0.01", eventKey };
          const usage = story.usageOf(subscription, charged);
          const to = processes[caller % 2] ?? running;
          const answer = await restDoor.call(to.url, "usageEvents.create", usage).catch(() => null);
          if (answer === null) return; // its process was killed
          if (answer.status === 201) answered.push(eventKey);
        }
      };
      const recording = Promise.all(Array.from({ length: 8 }, (_, caller) => record(caller)));
      await until(async () => answered.length > 10);
      await inCommit(node, async (pids) => {
        if (processes.length === 0) return killNode(node, pids);
        for (const { signal } of processes) signal("SIGKILL");
        await Promise.all(processes.map(({ ended }) => ended));
      });
      await sleep(1_000);
      stops = true;
      await recording;
      await citus.stop();
      citus = await start();
      for (const { url } of [citus.coordinator, ...citus.workers]) {
        await sql(url, "ALTER SYSTEM RESET commit_delay");
        await sql(url, "SELECT pg_reload_conf()");
      }

      await until(async () => (await prepared()).length === 0);
      const events = await sql(
        databaseUrl,
        "SELECT id, event_key FROM usage_events WHERE subscription_id = $1",
        [subscription.id],
      );
      const entries = await sql(
        databaseUrl,
        "SELECT usage_event_id AS id FROM balance_entries WHERE balance_id = $1 AND type = 'CHARGE'",
        [balance.id],
      );
      const [counter] = await sql(
        databaseUrl,
        `SELECT windows -> 0 ->> 2 AS used FROM usage_limit_counters
          WHERE limit_id = (SELECT id FROM usage_limits WHERE name = $1)`,
        [which],
      );
      const idsOf = (rows: readonly { id?: unknown }[]) => rows.map(({ id }) => id).sort();
      expect(idsOf(entries)).toEqual(idsOf(events));
      expect(Number(counter?.used)).toBe(events.length);
      const keys = new Set(events.map(({ event_key }) => event_key));
      expect(answered.filter((key) => !keys.has(key))).toEqual([]);
    },
    180_000,
  );

  it("verify-ledger sees no difference when an event is recorded meanwhile", async () => {
    const { balance, subscription } = await story.prepaid("1000");
    await limit("busy", subscription);
    const record = () => story.aUsageEvent(subscription, { balanceId: balance.id, charge: "0.01" });
    await record();
    const blocker = new Pool({ connectionString: databaseUrl, max: 1 });
    await blocker.query("BEGIN");
    await blocker.query("LOCK TABLE settlements IN ACCESS EXCLUSIVE MODE"); // the first check reads it
    const verifying = usance(["verify-ledger"], {
      DATABASE_URL: databaseUrl,
      SETTLEMENT_RPC_URL: running.anvil.url,
      SETTLEMENT_CONTRACT_ADDRESS: running.contract,
    });
    const waits = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%) broken LIMIT%'`;
    await until(async () => (await sql(databaseUrl, waits)).length > 0);
    await record();
    await blocker.query("COMMIT");
    await blocker.end();
    const { lines } = await verifying;

    expect(lines.filter((line) => !line.startsWith("ok"))).toEqual([
      expect.stringMatching(/^All \d+ hold.$/),
    ]);
  });

  /** Sets a limit of all usage of a service, which is never reached. */
  async function limit(name: string, { serviceId }: { serviceId: string }) {
    const terms = { scope: "service", measure: "count", window: "ever", action: "REJECT" };
    await story.done("limits.set", { name, serviceId, max: "100000", levels: [], ...terms });
  }

  /** Starts the service in a process of its own. */
  async function startProcess() {
    const settings = { DATABASE_URL: databaseUrl, BOOTSTRAP_API_KEY: testKey };
    return listening(await productionEnvironment(running, settings));
  }

  /** Kills while a node writes a commit. @param kill gets the processes of the node that have connections */
  async function inCommit({ url }: Postgres, kill: (pids: number[]) => Promise<void>) {
    const pool = new Pool({ connectionString: url, max: 1 });
    pool.on("error", () => {}); // it is killed too
    const find = async (where: string) =>
      (await pool.query(`SELECT pid FROM pg_stat_activity WHERE ${where}`)).rows;
    const ends = "query ~ '^(COMMIT|PREPARE TRANSACTION)' AND state = 'active'";
    await until(async () => (await find(ends)).length > 0);
    await sleep(40);
    await kill((await find("true")).map(({ pid }) => pid));
    await pool.end();
  }

  /** Kills all processes of a node: without the postmaster alone, they would end what they do. */
  async function killNode({ kill }: Postgres, pids: readonly number[]) {
    const killed = kill();
    for (const pid of pids) process.kill(pid, "SIGKILL");
    await killed;
  }

  /** What nodes have prepared and not ended. */
  async function prepared() {
    await sql(databaseUrl, "SELECT 1"); // Citus begins to clean up when somebody connects
    const all = citus.workers.map(({ url }) => sql(url, "SELECT gid FROM pg_prepared_xacts"));
    return (await Promise.all(all)).flat();
  }
});
