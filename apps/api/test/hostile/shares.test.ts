import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { Client } from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../harness/database.ts";
import { restDoor } from "../harness/doors.ts";
import { aPayableInvoice } from "../harness/invoice-link.ts";
import { aPortal } from "../harness/portal.ts";
import { testKey, useService } from "../harness/service.ts";
import { aSeller, type Seller, Story } from "../harness/story.ts";
import { until } from "../harness/until.ts";

/* Callers who ask for as much as they can, and another seller who makes a small call at the same time. */

const service = useService({ TRUST_PROXY: "1" });
const events = 20_000;

interface Large {
  readonly invoiceId: string;
  readonly linkToken: string;
  readonly subscriptionId: string;
  readonly serviceId: string;
  readonly paymentPlanId: string;
  readonly userId: string;
  /** An invoice that bills the same usage. */
  readonly billId: string;
  readonly eventKey: string;
}

let large: Large;
let seller: Seller;
let other: { readonly key: string; readonly path: string };

beforeAll(async () => {
  const story = new Story(restDoor, service);
  const invoice = await aPayableInvoice(story);
  const { id: invoiceId, linkToken, serviceId, subscriptionId } = invoice;
  const names = { serviceId, id: subscriptionId, userId: invoice.userId };
  const first = await story.done("usageEvents.create", story.usageOf(names, { invoiceId }));
  const { id: usageEventId, eventKey } = first.usageEvent;
  await sql(
    service().databaseUrl,
    `INSERT INTO usage_events (id, service_id, owner_id, subscription_id, user_id, invoice_id, event_key,
                               quantity, occurred_at, created_at)
     SELECT 'e' || left(md5(i::text), 23), service_id, owner_id, subscription_id, user_id, invoice_id,
            'requests:more-' || i, 1, occurred_at + i * interval '1 second', created_at - i * interval '1 second'
       FROM usage_events, generate_series(2, ${events}) AS i WHERE id = $1`,
    [usageEventId],
  );
  await sql(service().databaseUrl, "ANALYZE");
  const { paymentPlanId, userId } = invoice;
  const usage = { from: "2020-01-01T00:00:00Z", to: "2030-01-01T00:00:00Z" };
  const of = { serviceId, paymentPlanId, userId, subscriptionId, amount: "1", usage };
  const { id: billId } = (await story.done("invoices.create", of)).invoice;
  const ids = { serviceId, paymentPlanId, userId };
  large = { ...ids, invoiceId, linkToken, subscriptionId, billId, eventKey };
  const { ownerId } = (await story.done("services.get", { serviceId })).service;
  const created = await story.done("apiKeys.create", { name: "large", userId: ownerId });
  seller = { id: ownerId, email: "", key: created.apiKey.secret };
  const another = await aSeller(service);
  const mine = await new Story(restDoor, service, another).aService();
  other = { key: another.key, path: `/api/v1/services/${mine.id}` };
});

type Headers = Readonly<Record<string, string>>;

const keyed = (): Headers => ({ Authorization: `Bearer ${seller.key}` });
const from = (address: string): Headers => ({ "X-Forwarded-For": address });
const json = (): Headers => ({ ...keyed(), "Content-Type": "application/json" });

interface Flood {
  /** How many calls are made at once. */
  readonly calls: number;
  readonly path: (of: Large) => string;
  readonly headers?: (call: number) => Headers;
  readonly body?: (of: Large) => object;
}

const floods: Readonly<Record<string, Flood>> = {
  "usage proofs": {
    calls: 30,
    path: ({ billId, eventKey }) => `invoices/${billId}/usage-proof?eventKey=${eventKey}`,
  },
  "lists as CSV": {
    calls: 40,
    path: ({ invoiceId }) => `usage-events?invoiceId=${invoiceId}`,
    headers: () => ({ ...keyed(), Accept: "text/csv" }),
  },
  "pages of a list": {
    calls: 200,
    path: ({ invoiceId }) => `usage-events?limit=100&invoiceId=${invoiceId}`,
  },
  "invoices with 1,000 usage events": {
    calls: 300,
    path: ({ invoiceId }) => `invoices/${invoiceId}`,
  },
  summaries: {
    calls: 200,
    path: ({ subscriptionId }) =>
      `usage-events/summary?groupBy=eventKey&subscriptionId=${subscriptionId}`,
  },
  quotes: {
    calls: 200,
    path: () => "quotes",
    headers: json,
    body: ({ subscriptionId }) => ({
      subscriptionId,
      from: "2020-01-01T00:00:00.000Z",
      to: "2030-01-01T00:00:00.000Z",
      components: [{ type: "PER_UNIT", description: "Requests", unitAmount: "0.1" }],
    }),
  },
  "invoices of measured usage": {
    calls: 60,
    path: () => "invoices",
    headers: json,
    body: ({ subscriptionId, serviceId, paymentPlanId, userId }) => ({
      ...{ subscriptionId, serviceId, paymentPlanId, userId, amount: "1" },
      usage: { from: "2020-01-01T00:00:00Z", to: "2030-01-01T00:00:00Z" },
    }),
  },
  "bodies with 50,000 fields": {
    calls: 60,
    path: () => "services",
    headers: json,
    body: () =>
      Object.fromEntries(Array.from({ length: 50_000 }, (_, place) => [`field${place}`, 1])),
  },
  "an invoice's usage from one address": {
    calls: 300,
    path: ({ linkToken }) => `invoice-links/${linkToken}/usage`,
    headers: () => from("203.0.113.1"),
  },
  "an invoice's usage from many addresses": {
    calls: 300,
    path: ({ linkToken }) => `invoice-links/${linkToken}/usage`,
    headers: (call) => from(`198.51.100.${call % 250}`),
  },
};

/** How long a flood takes at most, in milliseconds. Then its callers leave. */
const floodMs = 2_000;

/** Runs in a thread of its own, so that the service does not wait for the callers' work. */
const callers = `
  const { parentPort, workerData } = require("node:worker_threads");
  const signal = AbortSignal.timeout(${floodMs});
  Promise.all(workerData.map(async ({ url, ...request }) => {
    try {
      const response = await fetch(url, { ...request, signal });
      await response.arrayBuffer();
      return { status: response.status, retryAfter: response.headers.get("retry-after") };
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  })).then((answers) => parentPort.postMessage(answers.filter((one) => one !== null)));`;

interface FloodAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
}

/** Makes all calls of a flood at once. @returns the answers that came before its end */
async function flood({ calls, path, headers = keyed, body }: Flood): Promise<FloodAnswer[]> {
  const workerData = Array.from({ length: calls }, (_, call) => ({
    url: `${service().url}/api/v1/${path(large)}`,
    headers: headers(call),
    ...(body && { method: "POST", body: JSON.stringify(body(large)) }),
  }));
  const [answers] = await once(new Worker(callers, { eval: true, workerData }), "message");
  return answers;
}

/** How many of the service's database connections are in use. */
async function busyConnections(): Promise<number> {
  const [row] = await sql(
    service().databaseUrl,
    `SELECT count(*)::int AS busy FROM pg_stat_activity
      WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`,
  );
  return Number(row?.busy);
}

describe("another seller's calls are answered fast during many calls at once for", () => {
  it.each(Object.entries(floods))("%s", async (_, asked) => {
    let isOver = false;
    const flooding = flood(asked).finally(() => {
      isOver = true;
    });

    const tookMs: number[] = [];
    const busy: number[] = [];
    while (!isOver) {
      const begin = performance.now();
      const headers = { Authorization: `Bearer ${other.key}` };
      const response = await fetch(service().url + other.path, { headers });
      expect(response.status).toBe(200);
      await response.text();
      tookMs.push(performance.now() - begin);
      busy.push(await busyConnections());
    }

    for (const { status, retryAfter } of await flooding) {
      expect([200, 201, 400, 429]).toContain(status);
      if (status === 429) expect(retryAfter).toBe("5");
    }
    expect(Math.max(...tookMs)).toBeLessThan(2_500);
    // Eight transactions of the one seller, its two large calls, and a call of the other, of the 20 of the pool. How long a call
    // takes depends on the machine too; this does not.
    expect(Math.max(...busy)).toBeLessThanOrEqual(11);
  });
});

interface Locked {
  /** The SQL that locks the records. */
  readonly lock: string;
  /** Makes a call that waits for the lock. */
  readonly call: (count: number) => Promise<Response>;
  /** How many of the calls may hold a connection meanwhile. */
  readonly waiting: number;
}

const story = new Story(restDoor, service);

const send = (method: string, path: string, headers: Headers, body?: object) =>
  fetch(`${service().url}/api/v1/${path}`, {
    method,
    headers: { ...headers, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });

const lockOf = (table: string, ids: readonly string[]) =>
  `SELECT FROM ${table} WHERE id IN (${ids.map((id) => `'${id}'`).join()}) FOR UPDATE`;

/** Settlements of so many sellers, each of an invoice of its own. */
async function settlements(sellers: number) {
  const all = await Promise.all(
    Array.from({ length: sellers }, async () => {
      const one = await aSeller(service);
      const { id } = await new Story(restDoor, service, one).anInvoice();
      return { id, headers: { Authorization: `Bearer ${one.key}` } };
    }),
  );
  const call = (count: number) => {
    const { id, headers = {} } = all[count % sellers] ?? {};
    return send("POST", "settlements", headers, story.settlementOf({ id: String(id) }));
  };
  const ids = all.map(({ id }) => id);
  return { lock: lockOf("invoices", ids), call };
}

const locked: Readonly<Record<string, () => Promise<Locked>>> = {
  "settlements of one seller": async () => ({ ...(await settlements(1)), waiting: 8 }),
  "settlements of three sellers": async () => ({ ...(await settlements(3)), waiting: 10 }),
  "holds of a balance": async () => {
    const balance = await story.aBalance({}, "100");
    const headers = (count: number) => ({
      Authorization: `Bearer ${testKey}`,
      "Idempotency-Key": `hold-${count}`,
    });
    return {
      lock: lockOf("balances", [balance.id]),
      call: (count) => send("POST", "holds", headers(count), story.holdOf(balance)),
      waiting: 8,
    };
  },
  "reads of an overdue invoice": async () => {
    const { id } = await story.anInvoice();
    await sql(service().databaseUrl, "UPDATE invoices SET due_at = created_at WHERE id = $1", [id]);
    return {
      lock: lockOf("invoices", [id]),
      call: () => send("GET", `invoices/${id}`, { Authorization: `Bearer ${testKey}` }),
      waiting: 4,
    };
  },
  "changes at a portal from many addresses": async () => {
    const { userId } = await story.aSubscription();
    const token = await aPortal(story, userId);
    return {
      lock: "LOCK TABLE portal_sessions IN EXCLUSIVE MODE",
      call: (count) =>
        send("PATCH", `portal/${token}/subscriber`, from(`198.51.100.${count}`), { name: "Ada" }),
      waiting: 4,
    };
  },
};

describe("another seller's calls are answered fast while a lock delays many", () => {
  it.each(Object.entries(locked))("%s", async (_, prepare) => {
    const { lock, call, waiting } = await prepare();
    const client = new Client({ connectionString: service().databaseUrl });
    await client.connect();
    await client.query("BEGIN");
    await client.query(lock);
    const calls = Array.from({ length: 40 }, (__, count) => call(count));
    const areWaiting = async () => {
      const [row] = await sql(
        service().databaseUrl,
        `SELECT count(*)::int AS count FROM pg_stat_activity
          WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      return row?.count;
    };
    await until(async () => Number(await areWaiting()) >= waiting);

    const begin = performance.now();
    const answer = await fetch(service().url + other.path, {
      headers: { Authorization: `Bearer ${other.key}` },
    });
    const tookMs = performance.now() - begin;
    const held = await areWaiting();
    await client.end();
    for (const { status } of await Promise.all(calls))
      expect([200, 201, 409, 429]).toContain(status);
    expect(answer.status).toBe(200);
    expect(tookMs).toBeLessThan(2_500);
    expect(held).toBe(waiting);
  });
});
