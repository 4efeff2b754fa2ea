import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { expect, it, onTestFinished } from "vitest";
import { doors } from "../../test/harness/doors.ts";
import { testKey, useService } from "../../test/harness/service.ts";
import { requestLog } from "./request-log.ts";

const service = useService();
const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** @returns the id that the answer carries */
async function idOf(sent?: string): Promise<string | null> {
  const headers = new Headers(sent === undefined ? {} : { "X-Request-Id": sent });
  return (await fetch(`${service().url}/health`, { headers })).headers.get("x-request-id");
}

it.each(["a", "0af7651916cd43dd8448eb211c80319c", "Root=1-67891233:abc.d_e+f/g=", "x".repeat(128)])(
  "takes over the request's own id: %s",
  async (id) => {
    expect(await idOf(id)).toBe(id);
  },
);

it.each([undefined, "", "two words", "a,b", "a;b", "x".repeat(129), "<script>", 'a"b'])(
  "gives an id of its own to a request with %s",
  async (id) => {
    expect(await idOf(id)).toMatch(uuid);
  },
);

it.each(doors)("writes the id to the audit row of a write through $name", async ({ name }) => {
  const id = `audit-${name}`;
  const path = name === "REST" ? "/api/v1/services" : "/trpc/services.create";
  const { status } = await fetch(service().url + path, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${testKey}`,
      "Content-Type": "application/json",
      "X-Request-Id": id,
    },
    body: JSON.stringify({ name: "A", owner: { email: "dev@example.com" } }),
  });

  expect(status).toBe(201);
  const rows = await service().parts.db.auditEvent.findMany({ where: { requestId: id } });
  expect(rows).toMatchObject([{ operation: "services.create" }]);
});

it("logs a line under the id", async () => {
  const lines: string[] = [];
  const log = requestLog(pino({ level: "debug" }, { write: (line) => lines.push(line) }));
  const server = createServer((req, res) => {
    log(req, res);
    res.end();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");

  const { port } = server.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}/a?secret=1`, { headers: { "X-Request-Id": "logged" } });

  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { reqId: "logged", res: { status: 200 } },
  ]);
});
