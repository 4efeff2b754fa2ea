import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { useService } from "../../test/harness/service.ts";

const service = useService();

it("answers an address over 16 KiB with 431", async () => {
  const response = await fetch(`${service().url}/api/v1/services/${"x".repeat(20_000)}`);

  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 431,
    body: { error: "Request address and headers must be at most 16 KiB together." },
  });
});

it("answers what is not HTTP with 400", async () => {
  const { port, hostname } = new URL(service().url);
  const socket = connect(Number(port), hostname);
  socket.end("nonsense\r\n\r\n");

  const answer = await text(socket);

  expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
  expect(answer).toMatch(/\r\n\r\n\{"error":"Request is not valid HTTP."\}$/);
});
