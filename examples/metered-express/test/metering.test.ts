import { once } from "node:events";
import { connect } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { webhooks } from "@usance/sdk";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useDeliverer } from "../../../apps/api/test/harness/deliveries.ts";
import { payments, useService } from "../../../apps/api/test/harness/service.ts";
import { useFaultyProxy } from "../../../packages/sdk/test/faulty-proxy.ts";
import { openDatabase } from "../src/database.ts";
import { openMeter } from "../src/meter.ts";
import { findSale } from "../src/setup.ts";
import { unsentUsageIn } from "../src/unsent-usage.ts";
import {
  aKey,
  aSubscriber,
  ask,
  checkoutOf,
  clientOf,
  type Example,
  payCheckout,
  startExample,
  switchedOn,
} from "./example.ts";

const service = useService(payments);
useDeliverer(service);
const proxy = useFaultyProxy(service);
beforeEach(() => service().clock.set(new Date().toISOString())); // a webhook of another time is refused

/** What Usance has recorded of a subscription. */
async function usageOf(subscriptionId: string) {
  const { summary } = await clientOf(service).usageEvents.summary({ subscriptionId });
  return { count: summary.count, quantity: summary.quantity };
}

const recorded = (subscriptionId: string, expected: { count: number; quantity: string }) =>
  vi.waitFor(async () => expect(await usageOf(subscriptionId)).toEqual(expected), 15_000);

/** How many events the example has kept, of which it does not know yet that they were recorded. */
function unsent({ environment }: Example): number {
  const database = new DatabaseSync(environment.DATABASE ?? "", { readOnly: true });
  const row = database.prepare("SELECT count(*) AS count FROM unsent_usage").get();
  database.close();
  return Number(row?.count);
}

/** A call of which the rest is sent later. */
async function half({ url }: Example, key: string) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write("GET /daylight?latitude=52.5&from=2026-06-21 HTTP/1.1\r\nHost: localhost\r\n");
  return {
    rest: () => {
      socket.write(`Authorization: Bearer ${key}\r\n\r\n`);
      return text(socket);
    },
  };
}

async function stopped(example: Example, signal: "SIGTERM" | "SIGKILL" = "SIGTERM") {
  example.signal(signal);
  return example.ended;
}

describe("a call is metered", () => {
  it("once per successful request", async () => {
    const example = await startExample(service().url);
    const { key, subscriptionId } = await aSubscriber(service, example);
    const headers = { "Idempotency-Key": "one" };

    expect((await ask(example, key, { days: 30 })).status).toBe(200);
    expect((await ask(example, key, { days: 367 })).status).toBe(400);
    // Under one key, which makes no other call free: two of these four are new.
    for (const days of [1, 1, 7, 1]) await ask(example, key, { days, headers });
    expect(await stopped(example)).toBe(0);

    expect(await usageOf(subscriptionId)).toEqual({ count: 3, quantity: "38.000000" });
  });

  it("once while Usance is down, responses get lost and gateways fail", async () => {
    const example = await startExample(proxy().url);
    const { key, subscriptionId } = await aSubscriber(service, example);
    proxy().faults = ["cut", "lost", { status: 503 }];

    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(example, key)));
    await recorded(subscriptionId, { count: 40, quantity: "40.000000" });
    await stopped(example);

    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(proxy().faults).toEqual([]);
    expect(await usageOf(subscriptionId)).toEqual({ count: 40, quantity: "40.000000" });
    expect(unsent(example)).toBe(0);
  });

  it("once when SIGTERM arrives under load", async () => {
    const example = await startExample(service().url);
    const { key, subscriptionId } = await aSubscriber(service, example);
    let answered = 0;
    // Each goes on until nobody answers any more.
    const callers = Array.from({ length: 8 }, async () => {
      for (;;) {
        const answer = await ask(example, key).catch(() => null);
        if (answer?.status !== 200) return;
        await answer.json();
        answered += 1;
      }
    });

    await vi.waitFor(() => expect(answered).toBeGreaterThan(20), 15_000);
    const halfSent = await half(example, key);
    const before = answered;
    await vi.waitFor(() => expect(answered).toBeGreaterThan(before + 30), 15_000); // it has come by now
    example.signal("SIGTERM");
    await Promise.all(callers);
    expect(await halfSent.rest()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    answered += 1;
    expect(await example.ended).toBe(0);

    expect(await usageOf(subscriptionId)).toMatchObject({ count: answered });
    expect(unsent(example)).toBe(0);
  });

  it("once when the process is killed while Usance is down", async () => {
    const example = await startExample(proxy().url);
    const { key, subscriptionId } = await aSubscriber(service, example);
    // One batch gets through without its answer; then nothing does.
    proxy().faults = ["lost", ...Array.from({ length: 100 }, () => "cut" as const)];
    await ask(example, key);
    await recorded(subscriptionId, { count: 1, quantity: "1.000000" });
    for (let call = 0; call < 5; call += 1) await ask(example, key);
    await vi.waitFor(() => expect(unsent(example)).toBe(6), 20_000);

    await stopped(example, "SIGKILL");
    proxy().faults = [];
    const next = await startExample(proxy().url, example.environment);
    await recorded(subscriptionId, { count: 6, quantity: "6.000000" });
    await stopped(next);

    expect(unsent(example)).toBe(0);
  });
});

it("unsent usage at the shutdown limit is sent by the next start", async () => {
  const usage = { serviceId: "service", subscriptionId: "subscription", userId: "user" };
  const unsentUsage = unsentUsageIn(openDatabase(":memory:"));
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const meter = openMeter(proxy().client(), unsentUsage, { maxWaiting: 10, log });
  proxy().faults = Array.from({ length: 100 }, () => "cut");

  meter.record({ ...usage, eventKey: "daylight:1", quantity: "1" });
  await meter.close(50);
  meter.record({ ...usage, eventKey: "daylight:2", quantity: "1" });

  expect(unsentUsage.all().map(({ eventKey }) => eventKey)).toEqual(["daylight:1", "daylight:2"]);
  expect(lines.at(-1)).toBe("1 events go out at the next start.");
});

it("while Usance is down and the buffer is full, calls are refused unmetered", async () => {
  const example = await startExample(proxy().url, { MAX_WAITING: "3" });
  const { key, subscriptionId } = await aSubscriber(service, example);
  proxy().faults = Array.from({ length: 1000 }, () => "cut");

  const statuses: number[] = [];
  while (!statuses.includes(503)) statuses.push((await ask(example, key)).status);
  proxy().faults = [];

  const answered = statuses.filter((status) => status === 200).length;
  await recorded(subscriptionId, { count: answered, quantity: `${answered}.000000` });
  await vi.waitFor(async () => expect((await ask(example, key)).status).toBe(200), 15_000);
});

it("a caller is sent to one checkout until it subscribes, and to a new one after the subscription ends", async () => {
  const example = await startExample(service().url);
  expect((await ask(example, "unknown")).status).toBe(401);
  const key = await aKey(example);

  const sessions = await Promise.all([1, 2, 3].map(() => checkoutOf(example, key)));
  const [checkoutSessionId = ""] = sessions;
  expect(new Set(sessions).size).toBe(1);
  await payCheckout(service, checkoutSessionId);
  await switchedOn(example, key);
  expect((await ask(example, key)).status).toBe(200);

  const usance = clientOf(service);
  const { subscriptions } = await usance.checkoutSessions.get({ checkoutSessionId });
  await usance.subscriptions.cancel({ subscriptionId: subscriptions[0]?.id ?? "" });
  const next = await vi.waitFor(() => checkoutOf(example, key), 15_000);
  expect(next).not.toBe(checkoutSessionId);
});

it("a webhook counts only with the endpoint's signature and if Usance confirms it", async () => {
  const example = await startExample(service().url);
  const key = await aKey(example);
  const checkoutSessionId = await checkoutOf(example, key);
  const send = async (secret: string, event: object) => {
    const body = JSON.stringify(event);
    const headers = await webhooks.sign(body, secret, { id: "event1" });
    const post = { method: "POST", headers, body };
    return (await fetch(`${example.url}/webhooks/usance`, post)).status;
  };
  const paid = (id: string) => ({
    type: "checkout_session.paid",
    data: { checkoutSession: { id } },
  });
  const { webhookSecret = "" } =
    findSale(new DatabaseSync(example.environment.DATABASE ?? "")) ?? {};

  expect(await send(`whsec_${btoa("another")}`, paid(checkoutSessionId))).toBe(400);
  expect(await send(webhookSecret, paid(checkoutSessionId))).toBe(204); // it is still PENDING
  expect(await send(webhookSecret, { ...paid("sample"), test: true })).toBe(204);
  expect((await ask(example, key)).status).toBe(402);
});
