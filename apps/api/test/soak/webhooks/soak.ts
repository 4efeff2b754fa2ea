import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { type Address, call, newSubscriber, type Subscriber } from "../../processes/calls.ts";
import type { ApiProcess } from "../api-process.ts";
import type { SoakResult } from "../define-soak.ts";
import { apiKey } from "../environment.ts";
import type { Random } from "../random.ts";
import { onStage, replicas } from "../stage.ts";
import type { WebhooksOptions } from "./options.ts";
import { type FailingReceiver, startFailingReceiver } from "./receiver.ts";

/** The longest time between two kills, in milliseconds. */
const longestLifeMs = 2_000;
/** Callers that create invoices, each one request at a time. */
const callers = 8;
/** How long the state may stay the same while deliveries are left, in milliseconds. */
const patienceMs = 120_000;

/** Endpoints by path: one subscribes to all events, one to half of them. */
const endpoints = { "/all": ["*"], "/opened": ["invoice.opened"] } as const;

/**
 * Delivers events through processes that are killed by SIGKILL, to a receiver that fails some of them. Then
 * compares what it received with the events in the table.
 */
export async function soakWebhooks(options: WebhooksOptions): Promise<SoakResult> {
  const { failures } = options;
  // The receiver is on this machine.
  const environment = { NODE_ENV: "development", WEBHOOK_ALLOW_PRIVATE: "1" };
  const setting = {
    seed: options.seed,
    cast: () => replicas(options.processes, { environment }),
  };
  return onStage(setting, async ({ database, processes, problem, random, urls }) => {
    const receiver = await startFailingReceiver({ failures, random: random.fork(), problem });
    try {
      const to = { url: urls[0] ?? "", key: apiKey };
      const subscriber = await newSubscriber(to);
      await openEndpoints(to, receiver);
      const made = makeEvents(processes, subscriber, options, random.fork());
      const killed = killAll(processes, options, random.fork());
      await Promise.all([made, killed]);
      await allDelivered(database, problem);
      const counts = await judge(database, receiver, problem);
      return [["kills of processes", String(options.kills)], ...counts];
    } finally {
      receiver.stop();
    }
  });
}

async function openEndpoints(to: Address, { url, inboxes }: FailingReceiver): Promise<void> {
  for (const [path, events] of Object.entries(endpoints)) {
    const { body } = await call(to, "POST", "/webhook-endpoints", { url: url + path, events });
    const { secret } = body.webhookEndpoint;
    inboxes.set(path, { secret, taken: new Map(), bodies: new Map() });
  }
}

/**
 * Creates open invoices, each of which has two events. Each call is repeated until there is a response, and takes
 * effect once.
 */
async function makeEvents(
  processes: readonly ApiProcess[],
  subscriber: Subscriber,
  { events }: WebhooksOptions,
  random: Random,
): Promise<void> {
  let left = Math.ceil(events / 2);
  const make = async () => {
    while (left > 0) {
      left -= 1;
      const key = randomUUID();
      while (!(await isMade(random.oneOf(processes).url, subscriber, key))) await sleep(100);
    }
  };
  await Promise.all(Array.from({ length: callers }, make));
}

async function isMade(url: string | null, subscriber: Subscriber, key: string): Promise<boolean> {
  if (url === null) return false;
  const invoice = { ...subscriber, amount: "0.625", status: "OPEN" };
  const headers = { "Idempotency-Key": key };
  try {
    const answer = await call({ url, key: apiKey }, "POST", "/invoices", invoice, headers);
    return answer.status === 201;
  } catch {
    return false; // killed in between: the next call returns the result
  }
}

async function killAll(
  processes: readonly ApiProcess[],
  { kills }: WebhooksOptions,
  random: Random,
): Promise<void> {
  for (let count = 0; count < kills; count += 1) {
    await random.oneOf(processes).killAndStart(random.integer(0, longestLifeMs));
  }
  await Promise.all(processes.map((process) => process.up()));
}

/**
 * Waits until no delivery is pending. Retries are up to a day apart, so they are made due now. The leases of killed
 * processes end by themselves.
 */
async function allDelivered(database: Client, problem: (what: string) => void): Promise<void> {
  let last = "";
  let changedAt = performance.now();
  for (;;) {
    await database.query(
      `UPDATE webhook_deliveries SET next_attempt_at = now()
        WHERE status = 'PENDING' AND leased_until IS NULL AND next_attempt_at > now()`,
    );
    const { rows } = await database.query<{ status: string; count: string }>(
      "SELECT status, count(*), sum(tries) FROM webhook_deliveries GROUP BY status ORDER BY status",
    );
    if (!rows.some(({ status }) => status === "PENDING")) return;
    const now = JSON.stringify(rows);
    if (now !== last) changedAt = performance.now();
    if (performance.now() - changedAt > patienceMs) return problem(`some are left: ${now}`);
    last = now;
    await sleep(250);
  }
}

/** Each endpoint has received every event that it subscribes to, as it is in the table, and nothing else. */
async function judge(
  database: Client,
  { inboxes, counts }: FailingReceiver,
  problem: (what: string) => void,
): Promise<[string, string][]> {
  const { rows: events } = await database.query<{ id: string; type: string; data: unknown }>(
    "SELECT id, type, data FROM webhook_events",
  );
  const { rows: failed } = await database.query(
    "SELECT id, reason FROM webhook_deliveries WHERE status <> 'DELIVERED'",
  );
  for (const { id, reason } of failed) problem(`delivery ${id} did not arrive: ${reason}`);
  let taken = 0;
  let again = 0;
  for (const [path, types] of Object.entries<readonly string[]>(endpoints)) {
    const inbox = inboxes.get(path);
    // Events that are older than the endpoints are not delivered.
    const meant = events.filter(({ type }) =>
      types.includes("*") ? type.startsWith("invoice.") : types.includes(type),
    );
    for (const { id, data } of meant) {
      const times = inbox?.taken.get(id) ?? 0;
      if (times === 0) problem(`${id} was not taken at ${path}`);
      else taken += 1;
      again += Math.max(0, times - 1);
      const body = JSON.parse(inbox?.bodies.get(id) ?? "{}");
      if (JSON.stringify(body.data) !== JSON.stringify(data)) problem(`${id} is another event`);
    }
    const strangers = (inbox?.taken.size ?? 0) - meant.length;
    if (strangers > 0) problem(`${strangers} came to ${path} that were not meant for it`);
  }
  return [
    ["events", String(events.length)],
    ["deliveries taken", String(taken)],
    ["taken once more", String(again)],
    ["attempts", String(counts.attempts)],
    ["attempts that the receiver failed", String(counts.failed)],
  ];
}
