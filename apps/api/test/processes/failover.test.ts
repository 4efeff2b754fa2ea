import { expect, onTestFinished, test } from "vitest";
import { sql } from "../harness/database.ts";
import {
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from "../harness/replicated-postgres.ts";
import { until } from "../harness/until.ts";
import { type Address, call, newSubscriber, type Subscriber } from "./calls.ts";
import { runUsance } from "./entry.ts";
import { listening, productionEnvironment, useChain } from "./production.ts";

const chain = useChain();

async function replicated(options: { readonly synchronous?: boolean } = {}) {
  const postgres = await startReplicatedPostgres(options);
  onTestFinished(postgres.stop);
  return postgres;
}

const startOn = async (DATABASE_URL: string) =>
  listening(await productionEnvironment(chain(), { DATABASE_URL }));

let made = 0;

/** Sends an event until it is acknowledged. @returns its key */
async function record(to: Address, subscriber: Subscriber): Promise<string> {
  const { serviceId, subscriptionId, userId } = subscriber;
  made += 1;
  const eventKey = `event ${made}`;
  await until(async () => {
    const event = { serviceId, subscriptionId, userId, eventKey, quantity: "1" };
    const { status } = await call(to, "POST", "/usage-events", event);
    if (status !== 503) expect([201, 409]).toContain(status);
    return status !== 503;
  });
  return eventKey;
}

const keysOn = async (url: string) =>
  (await sql(url, "SELECT event_key FROM usage_events")).map((row) => row.event_key).toSorted();

/** Two servers; the standby was promoted after the primary was killed. */
async function failedOver(): Promise<[ReplicatedPostgres, Address, Subscriber, string[]]> {
  const postgres = await replicated();
  const service = await startOn(postgres.url);
  const subscriber = await newSubscriber(service);
  const keys = [await record(service, subscriber)];
  await postgres.killPrimary();
  await postgres.promote();
  await postgres.setSynchronous("");
  return [postgres, service, subscriber, keys];
}

test("the service follows a promotion by itself, and a former primary that returns gets no writes", async () => {
  const [postgres, service, subscriber, keys] = await failedOver();
  keys.push(await record(service, subscriber));
  await postgres.startFormerPrimary();
  const another = await startOn(postgres.url);
  keys.push(await record(service, subscriber), await record(another, subscriber));

  expect(await keysOn(postgres.primaryUrl())).toEqual(keys);
  expect(await keysOn(postgres.standbyUrl())).toEqual(keys.slice(0, 1));
}, 180_000);

test("the service leaves a primary that lives on when another server is promoted", async () => {
  const postgres = await replicated({ synchronous: false });
  const service = await startOn(postgres.url);
  const subscriber = await newSubscriber(service);
  const keys = [await record(service, subscriber)];
  await until(async () => (await keysOn(postgres.standbyUrl())).length === 1);

  await postgres.promote();
  await until(async () => {
    const key = await record(service, subscriber);
    return (await keysOn(postgres.primaryUrl())).includes(key);
  });
  const before = await keysOn(postgres.standbyUrl());
  keys.push(await record(service, subscriber));

  expect(await keysOn(postgres.primaryUrl())).toContain(keys.at(-1));
  expect(await keysOn(postgres.standbyUrl())).toEqual(before);
}, 180_000);

const SYNCHRONOUS_STANDBYS = "1";

async function reasonOf({ url }: Address): Promise<string> {
  const response = await fetch(`${url}/ready`);
  const { reasons } = (await response.json()) as { reasons: string[] };
  return reasons.join(" ");
}

const untilReason = (service: Address, reason: string) =>
  until(async () => (await reasonOf(service)) === reason);

const notSynchronous =
  "SYNCHRONOUS_STANDBYS is 1, but synchronous_standby_names of the database server has commits wait for 0.";
const noStandby = "Commits wait: 0 of 1 synchronous standbys are connected.";

test("with SYNCHRONOUS_STANDBYS, no write is acknowledged that only one machine has", async () => {
  const postgres = await replicated();
  const environment = await productionEnvironment(chain(), {
    DATABASE_URL: postgres.url,
    SYNCHRONOUS_STANDBYS,
  });
  const service = await listening(environment);
  const { serviceId, subscriptionId, userId } = await newSubscriber(service);
  const event = { serviceId, subscriptionId, userId, quantity: "1" };
  const send = (eventKey: string) =>
    call(service, "POST", "/usage-events", { ...event, eventKey }).then(({ status }) => status);
  expect(await reasonOf(service)).toBe("");
  expect(await send("with a standby")).toBe(201);

  await postgres.stopStandby();
  await untilReason(service, noStandby);
  const waiting = send("without a standby");
  const waits = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
  await until(async () => (await sql(postgres.primaryUrl(), waits)).length > 0);
  await sql(postgres.primaryUrl(), `SELECT pg_cancel_backend(pid) FROM (${waits}) AS waiting`);
  expect(await waiting).toBe(503);

  await postgres.setSynchronous("");
  await untilReason(service, notSynchronous);
  await until(async () => (await call(service, "GET", "/services")).status === 503);
  expect(await send("on one machine")).toBe(503);
  const refused = runUsance(["start"], environment);
  expect(await refused.ended).toBe(1);
  expect(refused.err()).toBe(`DATABASE_URL: ${notSynchronous}\n`);

  await postgres.setSynchronous("*");
  await untilReason(service, noStandby);
  await postgres.startStandby();
  await untilReason(service, "");
  expect(await send("with a standby again")).toBe(201);
}, 180_000);

test("with SYNCHRONOUS_STANDBYS, a promoted server is used once it has a standby", async () => {
  const postgres = await replicated();
  const service = await listening(
    await productionEnvironment(chain(), { DATABASE_URL: postgres.url, SYNCHRONOUS_STANDBYS }),
  );
  const subscriber = await newSubscriber(service);
  const keys = [await record(service, subscriber)];

  await postgres.killPrimary();
  await postgres.promote();
  await postgres.setSynchronous("");
  await untilReason(service, notSynchronous);
  await postgres.setSynchronous("*");
  await untilReason(service, noStandby);
  await postgres.rejoin();
  await untilReason(service, "");
  keys.push(await record(service, subscriber));

  expect(await keysOn(postgres.standbyUrl())).toEqual(keys);
}, 180_000);

test("a standby alone is refused at the start in one line", async () => {
  const postgres = await replicated();
  const DATABASE_URL = `${postgres.standbyUrl()}?target_session_attrs=read-write`;

  const start = runUsance(["start"], await productionEnvironment(chain(), { DATABASE_URL }));

  expect(await start.ended).toBe(1);
  expect(start.err()).toBe(
    "DATABASE_URL: the database cannot be reached (no server takes writes).\n",
  );
});
