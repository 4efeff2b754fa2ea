import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { newDatabase } from "../harness/database.ts";
import { startPostgresProxy } from "../harness/postgres-proxy.ts";
import { until } from "../harness/until.ts";
import { type Address, call, newSettlement } from "./calls.ts";
import { listening, productionEnvironment, useChain } from "./production.ts";

/* A process is killed during a write. It leaves both its effect and its response, or neither. */

const chain = useChain();

test("after a kill before the commit, neither record nor response is stored, and the same call executes once", async () => {
  const environment = await productionEnvironment(chain());
  const service = await listening(environment);
  const database = await connected(environment.DATABASE_URL);
  // Its effect is written before; the response has to wait for this lock.
  await database.query("BEGIN; LOCK TABLE idempotency_keys IN SHARE MODE");
  const answer = create(service, "Cut off", "key-1").catch(() => "cut off");
  // On another connection, because that transaction would always see its first snapshot.
  const watcher = await connected(environment.DATABASE_URL);
  await until(async () => {
    const { rowCount } = await watcher.query(
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT%idempotency_keys%'",
    );
    return rowCount === 1;
  });

  service.signal("SIGKILL");
  expect(await answer).toBe("cut off");
  await database.query("COMMIT");

  const next = await listening(environment);
  await until(async () => (await create(next, "Cut off", "key-1")).status !== 409);
  expect(await names(database)).toEqual(["Cut off"]);
});

test("after a kill after the commit, both are stored, and the same call returns the lost response", async () => {
  const environment = await productionEnvironment(chain());
  const proxy = await startPostgresProxy(environment.DATABASE_URL);
  onTestFinished(proxy.close);
  const service = await listening({ ...environment, DATABASE_URL: proxy.url });
  const committed = proxy.muteAtCommitOf("Unheard");
  const answer = create(service, "Unheard", "key-2").catch(() => "unheard");
  await committed;

  service.signal("SIGKILL");
  expect(await answer).toBe("unheard");

  const next = await listening(environment);
  const again = await create(next, "Unheard", "key-2");
  expect(again.status).toBe(201);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(await names(await connected(environment.DATABASE_URL))).toEqual(["Unheard"]);
});

test("after a kill during a settlement, the same call settles it once", async () => {
  const environment = await productionEnvironment(chain());
  const proxy = await startPostgresProxy(environment.DATABASE_URL);
  onTestFinished(proxy.close);
  const service = await listening({ ...environment, DATABASE_URL: proxy.url });
  const input = await newSettlement(service);
  const settle = (to: Address) =>
    call(to, "POST", "/settlements", input, { "Idempotency-Key": "key-3" });
  const committed = proxy.muteAtCommitOf(input.invoiceId);
  const answer = settle(service).catch(() => "unheard");
  await committed;

  service.signal("SIGKILL");
  expect(await answer).toBe("unheard");

  const again = await settle(await listening(environment));
  expect(again).toMatchObject({ status: 201, body: { settlement: { status: "CONFIRMED" } } });
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  const database = await connected(environment.DATABASE_URL);
  const { rows } = await database.query("SELECT id FROM settlements");
  expect(rows).toEqual([{ id: again.body.settlement.id }]);
});

test("after kills at any moment under many calls, each call has executed once", {
  timeout: 180_000,
}, async () => {
  const environment = await productionEnvironment(chain(), { DATABASE_URL: await newDatabase() });
  const asked: string[] = [];
  for (const afterMs of [5, 20, 40, 80, 160]) {
    const service = await listening(environment);
    const batch = Array.from({ length: 30 }, () => randomUUID());
    asked.push(...batch);
    const answers = Promise.allSettled(batch.map((name) => create(service, name, name)));
    await sleep(afterMs);
    service.signal("SIGKILL");
    await answers;
  }

  const service = await listening(environment);
  for (const name of asked) {
    await until(async () => (await create(service, name, name)).status === 201);
  }

  const database = await connected(environment.DATABASE_URL);
  expect(await names(database)).toEqual(asked.toSorted());
  const { rows } = await database.query("SELECT count(*)::int AS audited FROM audit_events");
  expect(rows).toEqual([{ audited: asked.length }]);
});

function create(to: Address, name: string, idempotencyKey: string) {
  const input = { name, owner: { email: "seller@example.com" } };
  return call(to, "POST", "/services", input, { "Idempotency-Key": idempotencyKey });
}

async function names(database: Client): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>("SELECT name FROM services");
  return rows.map(({ name }) => name).sort();
}

async function connected(databaseUrl: string): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
