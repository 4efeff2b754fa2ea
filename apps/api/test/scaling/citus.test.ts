import { randomInt } from "node:crypto";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Citus, startCitus } from "@usance/local-stack/citus";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate } from "../../src/db/schema-engine.ts";
import { issueApiKey } from "../../src/operation/keys/api-keys/api-keys.ts";
import { sql } from "../harness/database.ts";
import { restDoor } from "../harness/doors.ts";
import { aPayableInvoice } from "../harness/invoice-link.ts";
import { startService, type TestService } from "../harness/service.ts";
import { connectionTo, shardOf } from "../harness/shard-of.ts";
import { Story, statusesOf } from "../harness/story.ts";
import { until } from "../harness/until.ts";
import { usance } from "../harness/usance.ts";

/*
 * The service on a coordinator and two workers, whose usage events were distributed while it ran. Needs CITUS_BIN, the
 * folder of `postgres` and `initdb` in a Postgres with the Citus extension: docs/scaling.md.
 */

const { CITUS_BIN } = process.env;

describe.skipIf(CITUS_BIN === undefined)("on Citus (CITUS_BIN)", () => {
  let citus: Citus;
  let databaseUrl: string;
  let running: TestService;
  let before: Awaited<ReturnType<typeof invoiceOfTwo>>;
  const service = () => running;
  const story = new Story(restDoor, service);
  const distributeBy = (...words: string[]) =>
    usance(["scale", ...words], { DATABASE_URL: databaseUrl }, running.clock);

  beforeAll(async () => {
    citus = await startCitus({
      binaries: dirname(CITUS_BIN ?? ""),
      workers: 2,
      durable: false,
      settings: {
        max_connections: 200,
        max_worker_processes: 100,
        "citus.recover_2pc_interval": "1h", // a test ends what a node has prepared
      },
    });
    databaseUrl = await citus.createDatabase("usance");
    await migrate(databaseUrl);
    running = await startService({ DATABASE_URL: databaseUrl });
    before = await invoiceOfTwo();
  }, 180_000);

  afterAll(async () => {
    await running?.stop();
    await citus?.stop();
  });

  it("says what distributing will do, and changes nothing", async () => {
    const { code, lines } = await distributeBy("distribute", "--dry-run");

    expect(code).toBe(0);
    expect(lines.every((line) => line.startsWith("to do"))).toBe(true);
    expect((await distributeBy("status")).lines).toEqual([
      "The usage events are in one table on one node.",
    ]);
  });

  it("distributes a database in use, and passes over what is done", async () => {
    const first = await distributeBy("distribute", "--shards", "8");
    const second = await distributeBy("distribute", "--shards", "8", "--json");

    expect(first).toMatchObject({ code: 0 });
    const { steps } = JSON.parse(second.lines.join(""));
    const again = steps.filter(({ was }: { was: string }) => was !== "done before");
    expect(again.map(({ does }: { does: string }) => does)).toEqual([
      "Count the rows of each shard for the planner",
    ]);
    const { nodes } = JSON.parse((await distributeBy("status", "--json")).lines.join(""));
    expect(nodes.map(({ shards }: { shards: number }) => shards).sort()).toEqual([0, 4, 4]);
  }, 120_000);

  it("notices by its readiness check that the database was distributed", async () => {
    expect(await (await fetch(`${running.url}/ready`)).json()).toMatchObject({ warnings: [] });

    const { invoice } = await story.done("invoices.get", { invoiceId: before.invoice.id });

    expect(invoice).toMatchObject({ usageEventCount: 2, usageEvents: [{}, {}] });
  });

  it("records on every node, and refuses keys that were recorded before", async () => {
    const usageEvents = before.events;
    const fresh = usageEvents.map((one) => ({ ...one, eventKey: `${one.eventKey}:again` }));

    const { results } = await story.done("usageEvents.batch", {
      usageEvents: [...usageEvents, ...fresh],
    });

    expect(statusesOf(results)).toEqual([409, 409, 201, 201]);
  });

  it.each(["serviceId", "subscriptionId", "userId", "invoiceId"])(
    "lists usage by %s, to the platform and to the seller",
    async (filter) => {
      const { invoice, events } = before;
      const of = { ...events[0], invoiceId: invoice.id } as Record<string, string>;
      const terms = {
        name: "seller",
        userId: invoice.service.ownerId,
        scopes: ["*"],
        expiresAt: null,
      };
      const { secret: seller } = await issueApiKey(
        { db: running.parts.db, now: new Date() },
        terms,
      );
      for (const secret of [undefined, seller]) {
        const { body } = await story.call("usageEvents.list", { [filter]: of[filter] }, secret);
        expect(body.usageEvents.length).toBeGreaterThan(0);
      }
    },
  );

  it("records more than 128 events of one node in a batch", async () => {
    const { subscriptions } = await invoiceOfMany(1);
    const usageEvents = Array.from({ length: 200 }, () =>
      subscriptions.map((one) => story.usageOf(one)),
    ).flat();

    const { results } = await story.done("usageEvents.batch", { usageEvents });

    expect(new Set(statusesOf(results))).toEqual(new Set([201]));
  });

  it("shows how many usage events an invoice bills by its link", async () => {
    const { linkToken } = await aPayableInvoice(story);

    expect((await story.done("invoiceLinks.view", { linkToken })).invoice).toMatchObject({
      usageEventCount: 0,
    });
  });

  it("admits exactly what fits in the limit of a service over two nodes, from the moment in which it is set", async () => {
    const { subscriptions } = await invoiceOfMany(12);
    const usage = () => subscriptions.map((one) => story.usageOf(one));
    const record = (events: readonly object[]) =>
      Promise.all(
        events.map(async (event) => (await story.call("usageEvents.create", event)).status),
      );
    const free = Promise.all([1, 2, 3].map(() => record(usage())));
    const serviceId = subscriptions[0]?.serviceId;
    const terms = { scope: "service", measure: "count", window: "ever", action: "REJECT" };
    const setting = story.done("limits.set", { name: "both", serviceId, max: "50", ...terms });
    await Promise.all([free, setting]);

    const statuses = await Promise.all([1, 2, 3].map(() => record(usage())));

    const all = [...(await free), ...statuses].flat();
    expect(all.filter((status) => status === 201)).toHaveLength(50);
    expect(all.filter((status) => status === 402)).toHaveLength(22);
  });

  it("a first limit waits for events that are being recorded on a node", async () => {
    const { subscriptions } = await invoiceOfMany(1);
    const [subscription] = subscriptions;
    const shard = await shardOf(databaseUrl, subscription as Subscription);
    const blocker = await connectionTo(databaseUrl, shard);
    await blocker.query("BEGIN");
    await blocker.query(`LOCK TABLE ${shard.name} IN SHARE MODE`);
    const [event] = subscriptions.map((one) => story.usageOf(one));
    const recording = story.call("usageEvents.create", event);
    await until(async () => {
      const waiting = "SELECT FROM pg_locks WHERE NOT granted";
      return (await blocker.query(waiting)).rowCount !== 0;
    });
    const terms = { scope: "service", measure: "count", window: "ever", action: "REJECT" };
    const { serviceId } = subscription as Subscription;
    let isSet = false;
    const setting = story.done("limits.set", { name: "first", serviceId, max: "1", ...terms });
    void setting.then(() => {
      isSet = true;
    });
    await sleep(500);
    const wasSet = isSet;
    await blocker.query("COMMIT");
    await blocker.end();
    await setting;

    expect(wasSet).toBe(false);
    expect((await recording).status).toBe(201);
    const [second] = subscriptions.map((one) => story.usageOf(one));
    expect((await story.call("usageEvents.create", second)).status).toBe(402);
  });

  it("shows all of a batch or none of it in the invoice", async () => {
    const { invoice, subscriptions } = await invoiceOfMany(12);
    let stops = false;
    const write = async () => {
      // An invoice shows and counts its newest 1,000 events.
      for (let batch = 0; !stops && batch < 1_000 / subscriptions.length - 1; batch += 1) {
        const usageEvents = subscriptions.map((one) =>
          story.usageOf(one, { invoiceId: invoice.id, eventKey: `${batch}` }),
        );
        await story.done("usageEvents.batch", { usageEvents });
      }
    };
    const writing = write();
    const counts: number[] = [];
    const read = async () => {
      const { invoice: shown } = await story.done("invoices.get", { invoiceId: invoice.id });
      counts.push(shown.usageEventCount, shown.usageEvents.length);
    };
    try {
      for (let reads = 0; reads < 30; reads += 1) await read();
    } finally {
      stops = true;
      await writing;
    }
    await read();

    expect(counts.filter((count) => count % subscriptions.length !== 0)).toEqual([]);
    expect(counts.at(-1)).toBeGreaterThan(0);
  }, 120_000);

  it("leaves out what names a transaction that has not ended", async () => {
    const { invoice, subscriptions } = await invoiceOfMany(1);
    const writer = new Pool({ connectionString: databaseUrl, max: 1 });
    const [event] = subscriptions.map((one) => story.usageOf(one, { invoiceId: invoice.id }));
    const { usageEvent } = await story.done("usageEvents.create", event);
    const countOf = async () =>
      (await story.done("invoices.get", { invoiceId: invoice.id })).invoice.usageEventCount;
    await writer.query("BEGIN");
    const { rows } = await writer.query("SELECT pg_current_xact_id()::text AS id");
    const mark = "UPDATE usage_events SET recorded_in = $1, recorded_at = $3 WHERE id = $2";
    await sql(databaseUrl, mark, [rows[0].id, usageEvent.id, new Date()]);

    expect(await countOf()).toBe(0);
    await writer.query("COMMIT");
    expect(await countOf()).toBe(1);
    await writer.end();
  });

  it.each([
    ["usageEvents.summary", () => ({})],
    ["usageEvents.series", () => ({ interval: "hour" })],
    ["quotes.create", (rateCardId: string) => ({ rateCardId })],
  ])(
    "%s waits for what a node has prepared and the coordinator has committed",
    async (sum, fields) => {
      const { subscriptions } = await invoiceOfMany(1);
      const [subscription] = subscriptions as [Subscription];
      const card = await story.aRateCard({ paymentPlanId: subscription.paymentPlanId });
      const { id } = await story.aUsageEvent(subscription);
      const shard = await shardOf(databaseUrl, subscription);
      const connection = await connectionTo(databaseUrl, shard);
      const gid = `citus_0_1_${randomInt(1e9)}_0`;
      await connection.query("BEGIN");
      await connection.query(
        `INSERT INTO ${shard.name} SELECT (jsonb_populate_record(one, '{"id":"later","event_key":"later"}')).*
         FROM ${shard.name} one WHERE id = $1`,
        [id],
      );
      await connection.query(`PREPARE TRANSACTION '${gid}'`);
      await sql(databaseUrl, "INSERT INTO pg_dist_transaction (groupid, gid) VALUES ($1, $2)", [
        shard.group,
        gid,
      ]);
      const now = running.clock.now().getTime();
      const [from, to] = [now - 3_600_000, now + 3_600_000].map((at) => new Date(at).toISOString());
      const between = { subscriptionId: subscription.id, from, to };
      const summing = story.done(sum, { ...between, ...fields(card.id) });
      await sleep(500);
      await connection.query(`COMMIT PREPARED '${gid}'`);
      await connection.end();

      expect(JSON.stringify(await summing)).toMatch(/"quantity":"2[".]/);
    },
  );

  it.each(["subscriptions", "invoices"])(
    "the database keeps the rows of %s that have usage events, in place of the foreign keys",
    async (table) => {
      const { invoice, events } = before;
      const id = table === "invoices" ? invoice.id : events[0]?.subscriptionId;

      const by = (statement: string) => sql(databaseUrl, `${statement} WHERE id = $1`, [id]);

      await expect(by(`UPDATE ${table} SET id = 'other'`)).rejects.toThrow("has usage events");
      await expect(by(`DELETE FROM ${table}`)).rejects.toThrow("has usage events");
    },
  );

  it("verify-ledger finds events that the foreign keys would have refused", async () => {
    const usageEvent = (await story.done("usageEvents.list", { limit: 1 })).usageEvents[0];
    const environment = {
      DATABASE_URL: databaseUrl,
      SETTLEMENT_RPC_URL: running.anvil.url,
      SETTLEMENT_CONTRACT_ADDRESS: running.contract,
    };
    const verify = () => usance(["verify-ledger"], environment, running.clock);
    expect((await verify()).code).toBe(0);
    await sql(databaseUrl, "UPDATE usage_events SET user_id = 'another' WHERE id = $1", [
      usageEvent.id,
    ]);

    const { lines } = await verify();

    expect(lines.join("\n")).toContain(
      "FAIL  A usage event is of its subscription's service, user and seller.",
    );
    await sql(databaseUrl, "UPDATE usage_events SET user_id = $2 WHERE id = $1", [
      usageEvent.id,
      usageEvent.userId,
    ]);
  });

  it("accepts the statements of later migrations", async () => {
    const pool = new Pool({ connectionString: databaseUrl, max: 1 });
    for (const statement of [
      "ALTER TABLE usage_events ADD COLUMN source TEXT",
      "ALTER TABLE usage_events ADD COLUMN weight BIGINT NOT NULL DEFAULT 1",
      "ALTER TABLE usage_events ADD CONSTRAINT usage_events_weight CHECK (weight > 0) NOT VALID",
      "ALTER TABLE usage_events VALIDATE CONSTRAINT usage_events_weight",
      "CREATE INDEX usage_events_source_idx ON usage_events (source)",
    ]) {
      await pool.query("BEGIN");
      await pool.query(statement);
      await pool.query("COMMIT");
    }
    await pool.end();
  });

  it("a worker that is down fails its own events alone, and readiness names it", async () => {
    const { subscriptions } = await invoiceOfMany(12);
    const [worker] = citus.workers;
    const name = `127.0.0.1:${worker?.port}`;
    const own = await sql(
      databaseUrl,
      `SELECT s.id FROM unnest($1::text[]) AS s (id) JOIN citus_shards shard
           ON shard.shardid = get_shard_id_for_distribution_column('usage_events', s.id)
        WHERE shard.nodeport = $2`,
      [subscriptions.map(({ id }) => id), worker?.port],
    );
    const [any] = subscriptions as [Subscription];
    const { serviceId, userId } = any;
    const { balance } = await story.done("balances.create", { serviceId, userId });
    await story.aGrant(balance.id, "1");
    await worker?.kill();

    const record = async (fields: Readonly<Record<string, string>> = {}) => {
      const usageEvents = subscriptions.map((one) => story.usageOf(one, fields));
      return statusesOf((await story.done("usageEvents.batch", { usageEvents })).results);
    };
    const charged = await record({ balanceId: balance.id, charge: "0.01" });
    const statuses = await record();

    const isOwn = (id: string) => own.some((one) => one.id === id);
    const expected = subscriptions.map(({ id }) => (isOwn(id) ? 503 : 201));
    expect({ statuses, charged }).toEqual({ statuses: expected, charged: expected });
    expect(own.length).toBeGreaterThan(0);
    expect(own.length).toBeLessThan(subscriptions.length);
    const ready = await fetch(`${running.url}/ready`);
    const { warnings } = (await ready.json()) as { warnings: string[] };
    expect({ status: ready.status, warnings: warnings.join() }).toEqual({
      status: 200,
      warnings: expect.stringContaining(name),
    });
  }, 120_000);

  /** Creates an invoice of a subscription and two subscriptions of its user, each with an event of the invoice. */
  async function invoiceOfTwo() {
    const { invoice, subscriptions } = await invoiceOfMany(2);
    const events = subscriptions.map((one) => story.usageOf(one, { invoiceId: invoice.id }));
    await story.done("usageEvents.batch", { usageEvents: events });
    return { invoice, events };
  }

  /** A draft of an invoice, and several subscriptions of its user to its service. */
  async function invoiceOfMany(count: number) {
    const { serviceId, paymentPlanId, userId, user } = await story.anInvoice();
    const { invoice } = await story.done("invoices.create", {
      ...{ serviceId, paymentPlanId, userId },
      ...{ amount: "1", status: "DRAFT" },
    });
    const subscriptions: Subscription[] = [];
    while (subscriptions.length < count) {
      subscriptions.push(await story.subscribe({ serviceId, paymentPlanId }, user.email));
    }
    return { invoice, subscriptions };
  }
});

interface Subscription {
  readonly id: string;
  readonly serviceId: string;
  readonly paymentPlanId: string;
  readonly userId: string;
}
