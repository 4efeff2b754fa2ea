import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { sql } from "../../../test/harness/database.ts";
import { arrivals, attempted, oftenMs } from "../../../test/harness/deliveries.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { useReceiver } from "../../../test/harness/receiver.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { until } from "../../../test/harness/until.ts";
import { openOutbound } from "../../kit/outbound/outbound.ts";
import { startDeliverer } from "./deliverer.ts";

const service = useService();
const receiver = useReceiver();
const story = new Story(restDoor, service);

/** Requests never time out here, so a silent endpoint keeps what it has, however long a slow machine takes. */
const outbound = openOutbound({ allowPrivate: true, timeoutMs: 3_600_000 });
let stop = async () => {};
beforeAll(() => {
  const { parts } = service();
  stop = startDeliverer({ ...parts, webhooks: { ...parts.webhooks, outbound } }, oftenMs);
});
afterAll(async () => {
  await outbound.close();
  await stop();
});

const anEndpoint = async (path: string) => {
  const url = receiver().url + path;
  return (await story.done("webhookEndpoints.create", { url })).webhookEndpoint;
};
const aTest = async (webhookEndpointId: string) =>
  (await story.done("webhookEndpoints.test", { webhookEndpointId })).webhookDelivery;

it("an endpoint that never answers has 96 requests at once, and 40 others receive meanwhile", async () => {
  const held: ServerResponse[] = [];
  onTestFinished(() => {
    for (const res of held) res.destroy();
  });
  receiver().answer = (res, { path }) => {
    if (path === "/silent") held.push(res);
    else res.writeHead(204).end();
  };
  const silent = await anEndpoint("/silent");
  await Promise.all(Array.from({ length: 100 }, () => aTest(silent.id)));
  await arrivals(receiver(), "/silent", 96);
  const others = await Promise.all(
    Array.from({ length: 40 }, (_, count) => anEndpoint(`/${count}`)),
  );

  const sent = await Promise.all(others.map(({ id }) => aTest(id)));

  for (const { id } of sent) {
    expect(await attempted(story, id, 1)).toMatchObject({ status: "DELIVERED" });
  }
  expect(held.length).toBe(96);
});

it("what is claimed ahead for an endpoint that stops answering is given back, and arrives once", async () => {
  const held: ServerResponse[] = [];
  let isSilent = false;
  receiver().answer = (res, { path }) => {
    if (path === "/stops" && isSilent) held.push(res);
    else res.writeHead(204).end();
    if (receiver().received.filter((one) => one.path === "/stops").length >= 500) isSilent = true;
  };
  const { id } = await anEndpoint("/stops");
  const sample = await attempted(story, (await aTest(id)).id, 1);
  const count = 1_000;
  await sql(
    service().databaseUrl,
    `WITH event AS (
       INSERT INTO webhook_events (id, type, data, created_at)
       SELECT 'copy-' || i, type, data, created_at FROM webhook_events, generate_series(1, ${count}) i
        WHERE id = $1 RETURNING id, type, created_at)
     INSERT INTO webhook_deliveries
       (id, endpoint_id, event_id, event_type, status, next_attempt_at, created_at, updated_at)
     SELECT id, $2, id, type, 'PENDING', created_at, created_at, created_at FROM event`,
    [sample.eventId, id],
  );
  const leased = async () => {
    const [row] = await sql(
      service().databaseUrl,
      `SELECT count(*)::int AS count FROM webhook_deliveries
        WHERE endpoint_id = $1 AND leased_until IS NOT NULL`,
      [id],
    );
    return row?.count;
  };

  await until(async () => held.length === 96 && (await leased()) === 96);
  isSilent = false;
  receiver().answer = (res) => res.writeHead(204).end();
  for (const res of held) res.writeHead(204).end();

  await arrivals(receiver(), "/stops", count + 1);
  await until(async () => (await leased()) === 0);
  const ids = receiver()
    .received.filter(({ path }) => path === "/stops")
    .map(({ headers }) => headers["webhook-id"]);
  expect(ids.length).toBe(count + 1);
  expect(new Set(ids).size).toBe(count + 1);
});
