import { setTimeout as sleep } from "node:timers/promises";
import { usanceClient } from "@usance/sdk";
import type { Client } from "pg";
import { Agent } from "undici";
import { cpuOf } from "./cpu.ts";
import { atLeast, report } from "./report.ts";
import { medianOf } from "./run.ts";
import { apiKey, aSubscriber } from "./service.ts";
import { openStage } from "./stage.ts";
import { withClient } from "./with-client.ts";

interface Options {
  readonly rounds: number;
  /** Of each side in each round. */
  readonly deliveries: number;
}

/**
 * Webhooks of one process of the service to one endpoint, against a bare loop of the same requests to
 * the same receiver, one after the other. The rate is the receiver's, from the first that came to the last.
 *
 * @returns the report's tables
 */
export async function benchWebhooks({ rounds, deliveries }: Options): Promise<string> {
  const stage = await openStage();
  try {
    const receiver = await stage.peer("receiver");
    const service = await stage.service({
      NODE_ENV: "development", // the receiver is on this machine
      WEBHOOK_ALLOW_PRIVATE: "1",
    });
    const client = usanceClient({ baseUrl: service.url, apiKey });
    const path = `${receiver.url}/service`;
    const { id: webhookEndpointId } = await client.webhookEndpoints.create({
      url: path,
      events: ["invoice.created"],
    });
    await client.invoices.create({ ...(await aSubscriber(client)), amount: "12.5" });
    await arrived(path, 1);
    const { events } = await client.events.list({ type: "invoice.created" });
    const [event] = events;
    if (event === undefined) throw new Error("There is an event of the invoice.");
    const body = JSON.stringify(event);

    const shots: { ours: number; bare: number; serviceUs: number; postgresUs: number }[] = [];
    await withClient(stage.databaseUrl, async (database) => {
      for (let round = 0; round <= rounds; round += 1) {
        const before = cpuOf([service.pid]);
        await copyEvent(database, { eventId: event.id, webhookEndpointId, round }, deliveries);
        const ours = await arrived(path, deliveries);
        await allNoted(database);
        const after = cpuOf([service.pid]);
        const barePath = `${receiver.url}/bare`;
        await sendBare(barePath, body, deliveries);
        const bare = await arrived(barePath, deliveries);
        const usOfEach = (ms: number) => (ms * 1_000) / deliveries;
        // The first round warms both up.
        if (round > 0) {
          shots.push({
            ours,
            bare,
            serviceUs: usOfEach(after.server - before.server),
            postgresUs: usOfEach(after.postgres - before.postgres),
          });
        }
      }
    });

    const median = (of: keyof (typeof shots)[number]) => medianOf(shots.map((shot) => shot[of]));
    const ratio = medianOf(shots.map(({ ours, bare }) => ours / bare));
    return await report("webhooks", {
      options: { rounds, deliveries, bodyBytes: Buffer.byteLength(body) },
      rows: [
        ["", "a second", "service µs each", "Postgres µs each"],
        ["one process", median("ours"), median("serviceUs"), median("postgresUs")],
        ["bare loop", median("bare"), "", ""],
      ],
      targets: [atLeast("webhooks delivered to a bare loop of the same requests", 0.6, ratio)],
      more: { shots },
    });
  } finally {
    await stage.stop();
  }
}

/** Copies an event many times, with deliveries that are due at once. The copies count in Postgres's cost. */
async function copyEvent(
  database: Client,
  of: { readonly eventId: string; readonly webhookEndpointId: string; readonly round: number },
  count: number,
): Promise<void> {
  await database.query(
    `WITH event AS (
       INSERT INTO webhook_events (id, type, service_id, owner_id, data, created_at)
       SELECT 'r' || $1::text || '-' || i, type, service_id, owner_id, data, created_at
         FROM webhook_events, generate_series(1, $2::int) i WHERE id = $3
       RETURNING id, type)
     INSERT INTO webhook_deliveries
       (id, endpoint_id, event_id, event_type, status, next_attempt_at, created_at, updated_at)
     SELECT id, $4, id, type, 'PENDING', now(), now(), now() FROM event`,
    [of.round, count, of.eventId, of.webhookEndpointId],
  );
}

/** Waits until the receiver's path has this many requests. @returns how many a second */
async function arrived(path: string, count: number): Promise<number> {
  let come = 0;
  let ms = 0;
  while (come < count) {
    await sleep(50);
    const response = await fetch(path);
    ({ count: come, ms } = (await response.json()) as { count: number; ms: number });
  }
  await fetch(path, { method: "DELETE" });
  return ((count - 1) * 1_000) / ms;
}

/** Waits until the result of each delivery is stored. */
async function allNoted(database: Client): Promise<void> {
  for (;;) {
    const { rows } = await database.query(
      "SELECT 1 FROM webhook_deliveries WHERE status = 'PENDING' LIMIT 1",
    );
    if (rows.length === 0) return;
    await sleep(50);
  }
}

/** Concurrent requests, as many as the service sends to one endpoint. */
const inFlight = 96;

/** The minimal delivery: repeats one request, without signing, database or log. */
export async function sendBare(url: string, body: string, count: number): Promise<void> {
  const agent = new Agent({ connections: inFlight, connect: { allowH2: false } });
  const { origin, pathname: path } = new URL(url);
  const headers = {
    "content-type": "application/json",
    "user-agent": "bare",
    "webhook-id": "n".repeat(24),
    "webhook-timestamp": "1769860800",
    "webhook-signature": `v1,${"n".repeat(44)}`,
  };
  let left = count;
  const send = async () => {
    while (left > 0) {
      left -= 1;
      const { statusCode, body: answer } = await agent.request({
        origin,
        path,
        method: "POST",
        headers,
        body,
      });
      await answer.dump();
      if (statusCode !== 204) throw new Error(`The receiver answered ${statusCode}.`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, send));
  await agent.close();
}
