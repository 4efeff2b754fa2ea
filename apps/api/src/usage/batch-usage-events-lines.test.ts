import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { restDoor } from "../../test/harness/doors.ts";
import { forRows } from "../../test/harness/for-rows.ts";
import { testKey, useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";
import { until } from "../../test/harness/until.ts";

const service = useService();
const story = new Story(restDoor, service);

const linesType = "application/x-ndjson";
const target = () => `${service().url}/api/v1/usage-events/batch`;

async function send(body: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(target(), {
    method: "POST",
    headers: { Authorization: `Bearer ${testKey}`, "Content-Type": linesType, ...headers },
    body,
  });
  const text = await response.text();
  return { status: response.status, type: response.headers.get("content-type"), text };
}

const parsed = (text: string) =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));

it("answers one line for each, in order, and records the valid ones", async () => {
  const subscription = await story.aSubscription();
  const events = Array.from({ length: 1_203 }, () => story.usageOf(subscription));
  const lines = events.map((event) => JSON.stringify(event));
  lines[700] = "{not JSON";
  lines[701] = '{"quantity": 1.00000000000000000001}';
  lines[702] = `{"eventKey": "${"x".repeat(70_000)}"}`;
  lines[703] = lines[0] ?? "";
  lines[704] = JSON.stringify({ ...events[704], occurredAt: "2026-01-31T12:00:00" });

  const { status, type, text } = await send(`\n${lines.join("\n")}\n\n`);

  expect({ status, type }).toEqual({ status: 200, type: linesType });
  const results = parsed(text);
  expect(results).toHaveLength(1_203);
  expect(results.slice(700, 705)).toEqual([
    {
      status: 400,
      error: "Usage event must be a JSON object.",
      code: "usage_event_not_json_object",
    },
    { status: 400, error: "serviceId is required.", code: "missing_parameter", param: "serviceId" },
    {
      status: 400,
      error: "Usage event must be a JSON object.",
      code: "usage_event_not_json_object",
    },
    {
      status: 409,
      error: "A database record with these unique fields already exists.",
      code: "usage_event_already_recorded",
      param: "eventKey",
    },
    {
      status: 400,
      error: "occurredAt must be an ISO 8601 date-time.",
      code: "invalid_parameter",
      param: "occurredAt",
    },
  ]);
  const { usageEvent } = await story.done("usageEvents.get", {
    usageEventId: results[1_202].usageEventId,
  });
  expect(usageEvent).toMatchObject({ eventKey: events[1_202]?.eventKey });
  expect(results.filter(({ status: one }) => one === 201)).toHaveLength(1_198);
});

it("answers while it reads", async () => {
  const subscription = await story.aSubscription();
  const call = request(target(), {
    method: "POST",
    headers: { Authorization: `Bearer ${testKey}`, "Content-Type": linesType },
  });
  const line = () => `${JSON.stringify(story.usageOf(subscription))}\n`;
  for (let n = 0; n < 500; n += 1) call.write(line());
  const [response] = (await once(call, "response")) as [IncomingMessage];
  const results: string[] = [];
  createInterface(response).on("line", (result) => results.push(result));

  await until(() => results.length === 500);
  call.end(line());

  await until(() => results.length === 501);
});

it("keeps the events of a caller who disconnects, and continues for others", async () => {
  const subscription = await story.aSubscription();
  const call = request(target(), {
    method: "POST",
    headers: { Authorization: `Bearer ${testKey}`, "Content-Type": linesType },
  });
  call.on("error", () => undefined);
  for (let n = 0; n < 600; n += 1) {
    call.write(`${JSON.stringify(story.usageOf(subscription))}\n`);
  }
  await once(call, "response");

  call.destroy();

  const usage = { subscriptionId: subscription.id };
  expect((await story.done("usageEvents.summary", usage)).summary.count).toBe(500);
});

it("refuses the whole request when its headers or all of its lines are wrong", () =>
  forRows(
    [
      [{ Authorization: "Bearer nobody" }, "{}\n", 401, "A valid API key is required."],
      [{}, "\n", 400, "Request body must be a JSON object."],
      [
        { "Content-Encoding": "gzip" },
        "{}\n",
        400,
        "A body of application/x-ndjson must not be compressed.",
      ],
      [
        { "Idempotency-Key": "ä" },
        "{}\n",
        400,
        "Idempotency-Key must be 1 to 255 visible ASCII characters.",
      ],
    ],
    async (headers, body, status, error) => {
      const answer = await send(body, headers as Record<string, string>);

      expect(answer).toMatchObject({ status, text: JSON.stringify({ error }) });
    },
  ));

it("accepts JSON lines for no other operation", async () => {
  const response = await fetch(`${service().url}/api/v1/usage-events`, {
    method: "POST",
    headers: { Authorization: `Bearer ${testKey}`, "Content-Type": linesType },
    body: "{}\n",
  });

  expect(response.status).toBe(400);
});
