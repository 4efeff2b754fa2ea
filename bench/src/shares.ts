import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { type UsanceClient, usanceClient } from "@usance/sdk";
import type { FloodTerms } from "./flood.ts";
import { machine, machineLine } from "./machine.ts";
import { say } from "./progress.ts";
import { keepJson, rounded } from "./results.ts";
import { medianOf, percentile } from "./run.ts";
import { aKeyOf, anOpenInvoice, apiKey, aSubscriber } from "./service.ts";
import { openStage } from "./stage.ts";
import { textTable } from "./text-table.ts";
import { withClient } from "./with-client.ts";

interface Options {
  /** Usage events on the invoice of the seller that asks for much. */
  readonly events: number;
  readonly rounds: number;
  /** Of each measurement. */
  readonly seconds: number;
}

/** The pause between the calls of the measured seller, in milliseconds: within its rate limit. */
const pauseMs = 12;

/**
 * Measures one seller's calls, alone and beside another seller or a visitor who asks for as much as it can, in turns on one
 * service with its usual rate limits.
 *
 * @returns a table; the same goes to bench/results/shares.json
 */
export async function benchShares({ events, rounds, seconds }: Options): Promise<string> {
  const stage = await openStage();
  try {
    const limits = { RATE_LIMIT: "6000", RATE_LIMIT_CHECKOUT: "600" };
    const { url } = await stage.service(limits);
    const client = usanceClient({ baseUrl: url, apiKey });
    say(`Shares: recording ${events.toLocaleString("en")} events`);
    const floods = floodsOf(url, await aLargeInvoice(stage.databaseUrl, client, events));
    const { call, event } = await callsOf(url, client);
    await callsFor(seconds, call); // warms up
    await callsFor(seconds, event);
    const lines = [];
    for (const [name, flood] of Object.entries(floods)) {
      say(`Shares: ${name}`);
      const measured = flood.body?.includes("usageEvents") ? event : call;
      lines.push({ name, ...(await compare(flood, rounds, () => callsFor(seconds, measured))) });
    }
    const result = { machine: machine(), events, rounds, seconds, lines };
    await keepJson("shares.json", result);
    return tableOf(result);
  } finally {
    await stage.stop();
  }
}

/** The measured calls of another seller: a read, and a usage event. */
async function callsOf(url: string, client: UsanceClient) {
  const { serviceId, subscriptionId, userId } = await aSubscriber(client, "other@example.com");
  const { ownerId } = await client.services.get({ serviceId });
  const headers = {
    Authorization: `Bearer ${await aKeyOf(client, ownerId)}`,
    "Content-Type": "application/json",
  };
  const send = async (path: string, expected: number, init: RequestInit = {}) => {
    const response = await fetch(`${url}/api/v1/${path}`, { headers, ...init });
    const text = await response.text();
    if (response.status !== expected) throw new Error(`${response.status} ${text}`);
  };
  let events = 0;
  return {
    call: () => send(`services/${serviceId}`, 200),
    event: () => {
      events += 1;
      const eventKey = `single:${events}`;
      const body = JSON.stringify({ serviceId, subscriptionId, userId, eventKey, quantity: "1" });
      return send("usage-events", 201, { method: "POST", body });
    },
  };
}

/** Creates an invoice with usage events. @returns it, with its seller's key */
async function aLargeInvoice(databaseUrl: string, client: UsanceClient, events: number) {
  const subscriber = await aSubscriber(client);
  const { serviceId, subscriptionId, userId } = subscriber;
  const invoiceId = await anOpenInvoice(client, subscriber, "1");
  const usage = { serviceId, subscriptionId, userId, invoiceId, eventKey: "requests:1" };
  const { id } = await client.usageEvents.create({ ...usage, quantity: "1" });
  await withClient(databaseUrl, async (database) => {
    await database.query(
      `INSERT INTO usage_events (id, service_id, owner_id, subscription_id, user_id, invoice_id, event_key,
                                 quantity, occurred_at, created_at)
       SELECT 'e' || left(md5(i::text), 23), service_id, owner_id, subscription_id, user_id, invoice_id,
              'requests:more-' || i, 1, occurred_at - i * interval '1 second', created_at - i * interval '1 second'
         FROM usage_events, generate_series(2, $2::int) AS i WHERE id = $1`,
      [id, events],
    );
    await database.query("VACUUM ANALYZE");
  });
  const { ownerId } = await client.services.get({ serviceId });
  const { url } = await client.invoices.get({ invoiceId });
  const linkToken = url.slice(url.lastIndexOf("/") + 1);
  return { subscriber, invoiceId, linkToken, key: await aKeyOf(client, ownerId) };
}

type Large = Awaited<ReturnType<typeof aLargeInvoice>>;

function floodsOf(
  url: string,
  { subscriber, invoiceId, linkToken, key }: Large,
): Readonly<Record<string, FloodTerms>> {
  const keyed = { Authorization: `Bearer ${key}` };
  const flood = (callers: number, path: string, headers = {}): FloodTerms => ({
    url: `${url}/api/v1/${path}`,
    headers: { ...keyed, ...headers },
    callers,
  });
  const components = [{ type: "PER_UNIT", description: "Requests", unitAmount: "0.1" }];
  const [from, to] = ["2020-01-01T00:00:00.000Z", "2100-01-01T00:00:00.000Z"];
  const { serviceId, subscriptionId, userId } = subscriber;
  const json = { "Content-Type": "application/json" };
  const quote = flood(40, "quotes", json);
  const usageEvents = Array.from({ length: 1_000 }, (_, index) => ({
    ...{ serviceId, subscriptionId, userId, quantity: "1" },
    eventKey: `batch-#:${index}`,
  }));
  return {
    "30 for a usage hash": flood(30, `invoices/${invoiceId}/usage-hash`),
    "40 for usage as CSV": flood(40, `usage-events?invoiceId=${invoiceId}`, { Accept: "text/csv" }),
    "40 for pages of usage": flood(40, `usage-events?limit=100&invoiceId=${invoiceId}`),
    "40 for the invoice": flood(40, `invoices/${invoiceId}`),
    "40 for a quote": { ...quote, body: JSON.stringify({ subscriptionId, from, to, components }) },
    "300 visitors of one address for an invoice's usage": {
      url: `${url}/api/v1/invoice-links/${linkToken}/usage`,
      headers: {},
      callers: 300,
    },
    "8 for batches of 1,000 usage events, beside single ones": {
      ...flood(8, "usage-events/batch", json),
      body: JSON.stringify({ usageEvents }),
    },
  };
}

/** Makes calls one after the other for some seconds. @returns the duration of each call, in milliseconds */
async function callsFor(seconds: number, call: () => Promise<void>): Promise<number[]> {
  const tookMs: number[] = [];
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) {
    const begin = performance.now();
    await call();
    tookMs.push(performance.now() - begin);
    await sleep(pauseMs);
  }
  return tookMs;
}

/** One round: medians and 99th percentiles, in milliseconds. */
interface Shot {
  readonly aloneMedian: number;
  readonly aloneMs: number;
  readonly besideMedian: number;
  readonly besideMs: number;
  readonly ratio: number;
}

/** Measures alone and beside a flood in turns. @returns medians over the rounds; a round's ratio compares its own two measurements */
async function compare(terms: FloodTerms, rounds: number, measure: () => Promise<number[]>) {
  const shots: Shot[] = [];
  const answers: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    const alone = await measure();
    const flood = new Worker(new URL("./flood.ts", import.meta.url), { workerData: terms });
    await sleep(500);
    const beside = await measure();
    flood.postMessage("end");
    const [counts] = (await once(flood, "message")) as [Record<string, number>];
    for (const [status, count] of Object.entries(counts)) {
      answers[status] = (answers[status] ?? 0) + count;
    }
    await sleep(500); // calls in progress end
    const [aloneMs, besideMs] = [percentile(alone, 0.99), percentile(beside, 0.99)];
    const [aloneMedian, besideMedian] = [medianOf(alone), medianOf(beside)];
    shots.push({ aloneMedian, aloneMs, besideMedian, besideMs, ratio: besideMs / aloneMs });
  }
  const median = (of: keyof Shot) => rounded(medianOf(shots.map((one) => one[of])));
  return {
    alone: { p50: median("aloneMedian"), p99: median("aloneMs") },
    beside: { p50: median("besideMedian"), p99: median("besideMs") },
    ratio: median("ratio"),
    answers,
  };
}

const tableOf = ({
  machine: of,
  events,
  lines,
}: {
  readonly machine: ReturnType<typeof machine>;
  readonly events: number;
  readonly lines: readonly ({ readonly name: string } & Awaited<ReturnType<typeof compare>>)[];
}) =>
  [
    `${machineLine(of)}; an invoice of ${events.toLocaleString("en")} usage events`,
    textTable([
      [
        "another caller's calls",
        "alone: p50, p99 ms",
        "beside it: p50, p99 ms",
        "p99 ratio, at most 5",
        "its answers",
      ],
      ...lines.map(({ name, alone, beside, ratio, answers }) => [
        name,
        `${alone.p50}, ${alone.p99}`,
        `${beside.p50}, ${beside.p99}`,
        String(ratio),
        Object.entries(answers)
          .map(([status, count]) => `${count} × ${status}`)
          .join(", "),
      ]),
    ]),
    "",
  ].join("\n");
