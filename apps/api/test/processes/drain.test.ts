import { once } from "node:events";
import { Agent, createServer, request, type ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { drainOf } from "../../src/server/process/drain.ts";
import { onFreePort } from "../harness/on-free-port.ts";
import { until } from "../harness/until.ts";

test("cuts off a request that does not finish within the limit", async () => {
  const { get, drain } = await aServer({ limitMs: 50 });
  const cutOff = once(get(), "response");
  await until(() => underWay.length === 1);

  await Promise.all([drain(), expect(cutOff).rejects.toThrow("socket hang up")]);
});

test("closes a keep-alive connection after its current response", async () => {
  const { get, drain } = await aServer({ limitMs: 60_000 });
  const first = once(get(), "response");
  await until(() => underWay.length === 1);
  underWay.pop()?.end("one");
  (await first)[0].resume();
  const second = once(get(), "response");
  await until(() => underWay.length === 1);
  // Its head has been sent, so only the end of the connection can tell the caller.
  underWay[0]?.write("two");
  const [response] = await second;

  const drained = drain();
  underWay[0]?.end();

  await once(response.resume(), "end");
  await drained;
});

test("answers requests during the notice time, each the last of its connection", async () => {
  const { get, drain } = await aServer({ noticeMs: 60_000, limitMs: 60_000 });

  void drain();
  const asked = once(get(), "response");
  await until(() => underWay.length === 1);
  underWay[0]?.end("one");

  const [response] = await asked;
  expect(response.headers.connection).toBe("close");
});

const underWay: ServerResponse[] = [];

async function aServer({ noticeMs = 0, limitMs }: { noticeMs?: number; limitMs: number }) {
  underWay.length = 0;
  const server = createServer((_, response) => underWay.push(response));
  const drain = drainOf(server, { noticeMs, limitMs });
  const { port } = await onFreePort(server);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => {
    agent.destroy();
    server.close();
    server.closeAllConnections();
  });
  return { get: () => request({ port, agent }).end(), drain };
}
