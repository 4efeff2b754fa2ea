import { expect, test } from "vitest";
import type { Metrics } from "../harness/metrics.ts";
import { until } from "../harness/until.ts";
import { dial, exchange, head } from "./raw.ts";
import { useStage } from "./stage.ts";

/* Requests that arrive on one connection before the previous ones have responses. */

const stage = useStage();

const get = (path: string, headers: Record<string, string> = {}) =>
  head(`GET ${path}`, { Authorization: `Bearer ${stage().key}`, ...headers });
const post = (headers: Record<string, string>, body: string): string =>
  head("POST /api/v1/services", {
    Authorization: `Bearer ${stage().key}`,
    "Content-Type": "application/json",
    ...headers,
  }) + body;

test("a thousand pipelined requests get a thousand responses in order", async () => {
  const paths = Array.from({ length: 1_000 }, (_, index) =>
    index % 3 === 0 ? "/api/v1/services" : `/api/v1/services/${index}`,
  );

  const raw = await dial(stage().url);
  raw.send(paths.map((path, n) => get(path, { "X-Request-Id": `id-${n}` })).join(""));
  await until(() => raw.received().includes("id-999\r\n"));
  await until(() => raw.answers().length === paths.length);

  expect(raw.answers().map(({ status }) => status)).toEqual(
    paths.map((path) => (path === "/api/v1/services" ? 200 : 404)),
  );
  expect(raw.answers().map(({ headers }) => headers["x-request-id"])).toEqual(
    paths.map((_, n) => `id-${n}`),
  );
  raw.socket.destroy();
});

test("a thousand pipelined requests on one connection run one at a time", async () => {
  const raw = await dial(stage().url, { reads: false });
  raw.send(head("GET /openapi.json").repeat(1_000));
  const inFlight = async () => (await stage().metrics()).value("usance_http_requests_in_flight");

  // The network takes some of the responses, and then nobody reads any more.
  await until(async () => (await inFlight()) === 1);
  const before = await stage().metrics();
  raw.send(head("GET /openapi.json").repeat(1_000));
  await fetch(`${stage().url}/health`);

  expect(await inFlight()).toBe(1);
  expect(memoryOf(await stage().metrics()) - memoryOf(before)).toBeLessThan(50 * mebibyte);
  raw.socket.destroy();
});

const refused: readonly [what: string, bytes: () => string, status: number][] = [
  ["no HTTP", () => "nonsense\r\n\r\n", 400],
  ["a head that is too large", () => `GET /${"x".repeat(20_000)} HTTP/1.1\r\n\r\n`, 431],
  ["a chunk of no size", () => post({ "Transfer-Encoding": "chunked" }, "x"), 400],
  ["CONNECT", () => head("CONNECT usance:443"), 501],
];

test.each(refused)(
  "after valid pipelined requests, %s is refused once those are answered",
  async (_, last, status) => {
    const answers = await exchange(stage().url, get("/api/v1/services").repeat(5) + last());

    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, status]);
    expect(answers.at(-1)?.headers.connection).toBe("close");
  },
);

const mebibyte = 1_048_576;
const memoryOf = (metrics: Metrics) => metrics.value("process_resident_memory_bytes") ?? 0;

test("requests of callers that disconnect do not stay in progress", async () => {
  for (let caller = 0; caller < 20; caller += 1) {
    const raw = await dial(stage().url);
    raw.send(get("/api/v1/services").repeat(50) + (caller % 2 ? head("CONNECT usance:443") : ""));
    raw.socket.resetAndDestroy();
  }

  await until(async () => {
    const metrics = await stage().metrics();
    return metrics.value("usance_http_requests_in_flight") === 0;
  });
});
