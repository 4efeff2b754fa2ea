import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { useService } from "../../../test/harness/service.ts";

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
      ["GET /health HTTP/1.1\r\nConnection: close\r\n\r\n", 200],
      ["GET /nothing HTTP/1.1\r\nConnection: close\r\nExpect: wonders\r\n\r\n", 404],
      ["nonsense\r\n\r\n", 400],
    ],
    async (request, status) => {
      const { port, hostname } = new URL(service().url);
      const socket = connect(Number(port), hostname);
      socket.write(request);

      const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");

      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(head).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/i);
      expect(JSON.parse(body)).toBeTypeOf("object");
    },
  ));

it("answers input that is not HTTP with 400", async () => {
  const { port, hostname } = new URL(service().url);
  const socket = connect(Number(port), hostname);
  socket.end("nonsense\r\n\r\n");

  const answer = await text(socket);

  expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
  expect(answer).toMatch(/\r\n\r\n\{"error":"Request is not valid HTTP."\}$/);
});

it("closes a connection after a request with an Upgrade header, so that no request behind it is lost", async () => {
  const { port, hostname } = new URL(service().url);
  const socket = connect(Number(port), hostname);
  const length = 200_000;
  socket.write(
    `GET /health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: ${length}\r\n\r\n`,
  );
  socket.write("a".repeat(length));
  socket.write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n");

  const answer = await text(socket);

  expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect(answer).toMatch(/\r\nConnection: close\r\n/i);
});
