import { randomUUID } from "node:crypto";
import { call, newSubscriber } from "../../processes/calls.ts";
import { type Counts, type OptionsOf, rate, type Soak, wholeNumber } from "../define-soak.ts";
import { inject, kills } from "../faults/inject.ts";
import { comeToEnd } from "../judge.ts";
import { type Service, serviceOf } from "../service.ts";
import { onStage, replicas, type Stage, steadyPostgres } from "../stage.ts";
import { type FailingReceiver, startFailingReceiver } from "./receiver.ts";

const options = {
  /** Events. Each invoice has two. */
  events: wholeNumber(10_000, 1, 1_000_000),
  /** Of processes. Each takes calls and delivers. */
  kills: wholeNumber(30, 0, 100_000),
  /** The share of attempts that the receiver fails. */
  failures: rate(0.15),
  processes: wholeNumber(2, 1, 20),
};
type WebhooksOptions = OptionsOf<typeof options>;

/** The longest time between two kills, in milliseconds. */
const longestLifeMs = 2_000;
/** Callers that create invoices, each one request at a time. */
const callers = 8;

/** Endpoints by path: one subscribes to all events, one to half of them. */
const endpoints = { "/all": ["*"], "/opened": ["invoice.opened"] } as const;

/**
 * Delivers events through processes that are killed by SIGKILL, to a receiver that fails some of them. Then
 * compares what it received with the events in the table.
 */
export const webhooks: Soak<keyof typeof options> = {
  name: "webhooks",
  summary: "Deliveries, while their senders are killed and their receiver fails.",
  options,
  run: (given) => {
    // The receiver is on this machine.
    const environment = { NODE_ENV: "development", WEBHOOK_ALLOW_PRIVATE: "1" };
    const members = () => replicas(given.processes, environment);
    const setting = { seed: given.seed, database: steadyPostgres, members };
    return onStage(setting, (stage) => play(stage, given));
  },
};

async function play(stage: Stage, given: WebhooksOptions): Promise<Counts> {
  const { problem, processes, random, to } = stage;
  const { failures } = given;
  const receiver = await startFailingReceiver({ failures, random: random.fork(), problem });
  try {
    const invoice = { ...(await newSubscriber(to)), amount: "0.625", status: "OPEN" };
    await openEndpoints(to, receiver);
    const service = serviceOf(processes, random.fork());
    const timing = { random: random.fork(), longestPauseMs: 0 };
    await Promise.all([
      makeInvoices(service, invoice, Math.ceil(given.events / 2)),
      inject(stage, { kill: kills(stage, given.kills, longestLifeMs) }, timing),
    ]);
    await allDelivered(stage);
    return [["kills of processes", given.kills], ...(await judge(stage, receiver))];
  } finally {
    receiver.stop();
  }
}

async function openEndpoints(to: Stage["to"], { url, inboxes }: FailingReceiver): Promise<void> {
  for (const [path, events] of Object.entries(endpoints)) {
    const { body } = await call(to, "POST", "/webhook-endpoints", { url: url + path, events });
    const { secret } = body.webhookEndpoint;
    inboxes.set(path, { secret, taken: new Map(), bodies: new Map() });
  }
}

/** Each call is repeated until there is a response, and takes effect once. */
async function makeInvoices(service: Service, invoice: object, count: number): Promise<void> {
  let left = count;
  const make = async (by: Service) => {
    while (left > 0) {
      left -= 1;
      const once = { "Idempotency-Key": randomUUID() };
      const { status } = await by.told("POST", "/invoices", invoice, once);
      if (status !== 201) throw new Error(`An invoice was answered ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: callers }, () => make(service.fork())));
}

/**
 * Waits until no delivery is pending. Retries are up to a day apart, so they are made due now. The leases of killed
 * processes end by themselves.
 */
function allDelivered(stage: Stage): Promise<void> {
  return comeToEnd(
    stage,
    `SELECT status, count(*) FILTER (WHERE status = 'PENDING') AS open, count(*), sum(tries)
       FROM webhook_deliveries GROUP BY status ORDER BY status`,
    () =>
      stage.rows(
        `UPDATE webhook_deliveries SET next_attempt_at = now()
          WHERE status = 'PENDING' AND leased_until IS NULL AND next_attempt_at > now()`,
      ),
  );
}

/** Each endpoint has received every event that it subscribes to, as it is in the table, and nothing else. */
async function judge(
  { rows, problem }: Stage,
  { inboxes, counts }: FailingReceiver,
): Promise<Counts> {
  const events = await rows<{ id: string; type: string; data: unknown }>(
    "SELECT id, type, data FROM webhook_events",
  );
  const failed = await rows<{ id: string; reason: string }>(
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
    ["events", events.length],
    ["deliveries taken", taken],
    ["taken once more", again],
    ["attempts", counts.attempts],
    ["attempts that the receiver failed", counts.failed],
  ];
}
