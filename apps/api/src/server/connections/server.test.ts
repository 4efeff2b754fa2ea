import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { onFreePort } from "../../../test/harness/on-free-port.ts";
import { useService } from "../../../test/harness/service.ts";
import { httpServer } from "./server.ts";

const service = useService();

it("refuses a request target over 16 KiB with 431", async () => {
  const response = await fetch(`${service().url}/api/v1/services/${"x".repeat(20_000)}`);

  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 431,
    body: { error: "Request address and headers must be at most 16 KiB together." },
  });
});

it("gives a broken request an id and a JSON body", () =>
  forRows(
    [
      ["GET /health HTTP/1.1\r\nConnection: close\r\n\r\n", "200 OK", { ok: true }],
      [
        "GET /nothing HTTP/1.1\r\nConnection: close\r\nExpect: wonders\r\n\r\n",
        "404 Not Found",
        { error: "Not found." },
      ],
      ["nonsense\r\n\r\n", "400 Bad Request", { error: "Request is not valid HTTP." }],
    ],
    async (request, status, answer) => {
      const { port, hostname } = new URL(service().url);
      const socket = connect(Number(port), hostname);
      socket.write(request);

      const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");

      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status}\\r\\n`));
      expect(head).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/i);
      expect(JSON.parse(body)).toMatchObject(answer);
    },
  ));

it("closes a connection after a request with an Upgrade header, so that no request behind it waits in vain", async () => {
  const { port, hostname } = new URL(service().url);
  const socket = connect(Number(port), hostname);
  socket.write("GET /health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n");
  socket.write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n");

  const answer = await text(socket);

  expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect(answer).toMatch(/\r\nConnection: close\r\n/i);
});

it("gives up a response that its reader drains too slowly", async () => {
  const large = Buffer.alloc(32 * 1_048_576, "x"); // more than the network takes at once
  const answers: ServerResponse[] = [];
  const bounds = { REQUEST_TIMEOUT_MS: 200, KEEP_ALIVE_MS: 1_000, MAX_CONNECTIONS: 10 };
  const server = httpServer((_, res) => answers.push(res.end(large)), bounds);
  const { port } = await onFreePort(server);
  onTestFinished(() => void server.close());
  const caller = connect(port, "127.0.0.1").on("error", () => undefined);
  onTestFinished(() => void caller.destroy());
  caller.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");

  let isOver = false;
  caller.once("close", () => {
    isOver = true;
  });
  while (!isOver) {
    caller.read(65_536);
    await sleep(20);
  }

  expect(answers.map(({ writableFinished }) => writableFinished)).toEqual([false]);
});
