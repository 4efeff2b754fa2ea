import { expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { call, newSettlement, rpc } from "../processes/calls.ts";
import { dial, exchange, head, type Raw } from "./raw.ts";
import { useStage } from "./stage.ts";

/* More connections than the service allows. */

const max = 20;
const stage = useStage({ MAX_CONNECTIONS: String(max) });

const many = (count: number) => Promise.all(Array.from({ length: count }, () => dial(stage().url)));

test("idle connections give way, the longest idle first, and every new caller is answered", async () => {
  const idle: Raw[] = [];
  for (let round = 0; round < 3 * max; round += 1) {
    idle.push(await dial(stage().url));
    const [answer] = await exchange(stage().url, head("GET /health", { Connection: "close" }));
    expect(answer?.status).toBe(200);
  }

  await Promise.all(idle.slice(0, -max).map(({ closed }) => closed));

  const [newest] = idle.slice(-1);
  newest?.send(head("GET /health"));
  await until(() => newest?.answers()[0]?.status === 200);
  for (const { socket } of idle) socket.destroy();
});

test("busy connections stay, and if all are busy a new caller gets an error", async () => {
  const settlement = await newSettlement(stage());
  await rpc(stage().chainUrl, "evm_setAutomine", [false]);
  const body = JSON.stringify(settlement);
  const settle = head("POST /api/v1/settlements", {
    Authorization: `Bearer ${stage().key}`,
    "Content-Type": "application/json",
    "Content-Length": body.length,
  });
  const busy = await many(max);
  for (const { send } of busy) send(settle + body);
  await until(async () => {
    const metrics = await stage().metrics();
    return metrics.value("usance_http_requests_in_flight") === max;
  });

  const newcomer = await dial(stage().url);
  newcomer.send(head("GET /health"));
  await newcomer.closed;

  expect(newcomer.answers()).toMatchObject([
    {
      status: 503,
      headers: { "retry-after": "1", connection: "close" },
      body: '{"error":"Too many connections."}',
    },
  ]);
  await rpc(stage().chainUrl, "evm_setAutomine", [true]);
  await rpc(stage().chainUrl, "anvil_mine", []);
  await until(() => busy.every((raw) => raw.answers().length === 1));
  expect(new Set(busy.map((raw) => raw.answers()[0]?.status))).toEqual(new Set([200, 201]));
  expect((await call(stage(), "GET", "/services")).status).toBe(200);
  for (const { socket } of busy) socket.destroy();
});
