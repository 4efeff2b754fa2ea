import { expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { call } from "../processes/calls.ts";
import { dial, exchange, head } from "./raw.ts";
import { useStage } from "./stage.ts";

/* Bytes that are not HTTP, or HTTP that two parsers may read differently. */

const stage = useStage({ REQUEST_TIMEOUT_MS: "3000", KEEP_ALIVE_MS: "1000" });

const service = JSON.stringify({ name: "A", owner: { email: "dev@example.com" } });
const size = service.length;
const chunked = `${size.toString(16)}\r\n${service}\r\n0\r\n\r\n`;

const create = (headers: Readonly<Record<string, string | number>>): string =>
  head("POST /api/v1/services", {
    Authorization: `Bearer ${stage().key}`,
    "Content-Type": "application/json",
    ...headers,
  });
const health = (line: string) => `GET /health HTTP/1.1\r\nHost: a\r\n${line}\r\n\r\n`;

type Cases = readonly [what: string, bytes: () => string][];

const notHttp: Cases = [
  ["random bytes", () => "\x00\xff\x80\x01\r\n\r\n"],
  ["a TLS hello", () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
  ["the preface of HTTP/2", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["an unknown HTTP version", () => "GET /health HTTP/1.2\r\n\r\n"],
  ["an unknown method", () => head("BREW /coffee")],
  ["an invalid address", () => head("GET health")],
  ["an address with bytes above 127", () => head("GET /h\xe9alth")],
  ["lines that end with LF", () => "GET /health HTTP/1.1\nHost: a\n\n"],
  ["a CR in a header", () => health("X: a\rY: b")],
  ["a NUL in a header", () => health("X: a\0b")],
  ["a header folded into two lines", () => health("X: a\r\n b")],
  ["a blank before a header's colon", () => health("X : a")],
  ["a header without a name", () => health(": a")],
  [
    "two lengths",
    () => `${create({ "Content-Length": `${size}\r\nContent-Length: 1` })}${service}`,
  ],
  ["the same length twice", () => `${create({ "Content-Length": `${size}, ${size}` })}${service}`],
  ["a negative length", () => `${create({ "Content-Length": -1 })}${service}`],
  ["a length with a sign", () => `${create({ "Content-Length": `+${size}` })}${service}`],
  ["a length above every number", () => create({ "Content-Length": "9".repeat(30) })],
  [
    "a length, then chunks",
    () => create({ "Content-Length": size, "Transfer-Encoding": "chunked" }) + chunked,
  ],
  [
    "chunks, then a length",
    () => create({ "Transfer-Encoding": "chunked", "Content-Length": size }) + chunked,
  ],
  ["chunks twice", () => create({ "Transfer-Encoding": "chunked, chunked" }) + chunked],
  ["an unknown transfer encoding", () => create({ "Transfer-Encoding": "xchunked" }) + chunked],
  [
    "a blank in Transfer-Encoding's name",
    () => create({ "Transfer-Encoding ": "chunked" }) + chunked,
  ],
  [
    "a chunk of negative size",
    () => create({ "Transfer-Encoding": "chunked" }) + chunked.replace(/^/, "-"),
  ],
  [
    "a chunk whose size is too small",
    () => create({ "Transfer-Encoding": "chunked" }) + chunked.replace(/^../, "8"),
  ],
  [
    "chunks that end with LF",
    () => create({ "Transfer-Encoding": "chunked" }) + chunked.replaceAll("\r", ""),
  ],
];

test.each(notHttp)("%s is refused, and its connection closed without effect", async (_, bytes) => {
  const before = await call(stage(), "GET", "/services");

  const answers = await exchange(stage().url, Buffer.from(bytes(), "latin1"));

  expect(answers).toMatchObject([
    {
      status: 400,
      headers: { connection: "close", "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/) },
      body: '{"error":"Request is not valid HTTP."}',
    },
  ]);
  expect((await call(stage(), "GET", "/services")).body).toEqual(before.body);
});

const odd: readonly [what: string, bytes: () => string, ...statuses: number[]][] = [
  ["no Host", () => "GET /health HTTP/1.1\r\n\r\n", 200],
  ["HTTP/1.0", () => "GET /health HTTP/1.0\r\n\r\n", 200],
  ["empty lines first", () => `\r\n\r\n${health("X: a")}`, 200],
  ["an absolute address of any host", () => head("GET http://other.example/health"), 200],
  ["an invalid absolute address", () => head("GET http://[/health"), 404],
  ["an asterisk", () => head("OPTIONS *"), 404],
  ["a path that cannot be decoded", () => head("GET /checkout/%E0%A4%A"), 404],
  ["a path that leaves the folder", () => head("GET /docs/assets/..%2f..%2fpackage.json"), 404],
  ["a path with NUL", () => head("GET /docs/assets/%00"), 404],
  ["a method for WebDAV", () => head("PROPFIND /health"), 405],
  ["an upgrade", () => health("Connection: Upgrade\r\nUpgrade: websocket"), 200],
  ["an upgrade to HTTP/2", () => health("Connection: Upgrade\r\nUpgrade: h2c"), 200],
  ["an upgrade without a protocol", () => health("Connection: Upgrade\r\nUpgrade: ,,"), 200],
  ["a GET with a body", () => `${head("GET /health", { "Content-Length": 5 })}hello`, 200],
  ["2,500 headers", () => health(`${"a:\r\n".repeat(2_500)}X: a`), 200],
  ["a head that is too large", () => health(`X: ${"a".repeat(16_384)}`), 431],
  [
    "trailers that are too large",
    () => withTrailers(`X: ${"a".repeat(50)}\r\n`.repeat(1_000)),
    431,
  ],
  ["a range outside the file", () => ofAsset({ Range: "bytes=99999999-" }), 416],
  ["a failed precondition", () => ofAsset({ "If-Match": '"none"' }), 412],
  ["an expectation", () => `${create({ Expect: "100-continue", "Content-Length": 2 })}{}`, 400],
  [
    "an expectation without a key",
    () => head("POST /api/v1/services", { Expect: "100-continue" }),
    401,
  ],
  ["an unknown expectation", () => health("Expect: wonders"), 200],
  [
    "a body longer than its Content-Length",
    () => `${create({ "Content-Length": 2 })}{}{}`,
    400,
    400,
  ],
  ["a body shorter than its Content-Length", () => `${create({ "Content-Length": 9 })}{}`, 408],
  ["extensions of chunks", () => inChunks({}, chunked.replace("\r", ';a=b;c="d"\r')), 201],
  [
    "too many extensions of chunks",
    () => inChunks({}, chunked.replace("\r", `;${"a".repeat(17_000)}\r`)),
    413,
  ],
  ["trailers", () => withTrailers("Authorization: Bearer none\r\n"), 201],
  ["one chunk per byte", () => inChunks({}, bytewise), 201],
  [
    "a transfer encoding in upper case",
    () => inChunks({ "Transfer-Encoding": "CHUNKED" }, chunked),
    201,
  ],
];

const inChunks = (headers: Readonly<Record<string, string>>, body: string): string =>
  create({ "Transfer-Encoding": "chunked", ...headers }) + body;
const withTrailers = (trailers: string): string =>
  inChunks({}, chunked.replace(/\r\n$/, `${trailers}\r\n`));
const bytewise = `${[...service].map((byte) => `1\r\n${byte}\r\n`).join("")}0\r\n\r\n`;
const ofAsset = (headers: Readonly<Record<string, string>>): string =>
  head("GET /docs/icon.svg", headers);

test.each(odd)("%s is answered", async (_, bytes, ...statuses) => {
  const raw = await dial(stage().url);
  raw.send(Buffer.from(bytes(), "latin1"));
  await until(() => raw.answers().length >= statuses.length);
  raw.socket.destroy();

  const answers = raw.answers();
  expect(answers.map(({ status }) => status)).toEqual(statuses);
  for (const { status, body } of answers) {
    if (status >= 400) expect(JSON.parse(body)).toEqual({ error: expect.stringMatching(/\.$/) });
  }
});

test("a key behind thousands of headers is read", async () => {
  const headers = "a:\r\n".repeat(2_500);
  const key = `Authorization: Bearer ${stage().key}`;
  const [answer] = await exchange(
    stage().url,
    `GET /api/v1/services?limit=1 HTTP/1.1\r\nConnection: close\r\n${headers}${key}\r\n\r\n`,
  );

  expect(answer?.status).toBe(200);
});

test("a request id cannot inject a header", async () => {
  const forged = "a%0d%0aX-Forged: 1";
  const asked = head("GET /health", { "X-Request-Id": forged, Connection: "close" });
  const [answer] = await exchange(stage().url, asked);

  expect(answer?.headers).not.toHaveProperty("x-forged");
  expect(answer?.headers["x-request-id"]).not.toContain("%0d");
});

test("callers that disconnect at any byte, or during the response, affect nobody", async () => {
  const whole = create({ "Content-Length": size }) + service;
  const requests = [
    whole,
    inChunks({}, chunked),
    head("CONNECT a:443"),
    `${health("Upgrade: b")}garbage`,
  ];
  for (const request of requests) {
    for (let end = 0; end <= request.length; end += 7) {
      const leaving = await dial(stage().url);
      leaving.send(request.slice(0, end));
      if (end % 2 === 0) leaving.socket.resetAndDestroy();
      else leaving.socket.destroy();
    }
  }

  await until(async () => (await stage().metrics()).value("usance_http_requests_in_flight") === 0);
  expect((await call(stage(), "GET", "/services")).status).toBe(200);
});

test("no malformed request caused an internal error or a restart", async () => {
  const lines = stage()
    .out()
    .split("\n")
    .filter((line) => line.startsWith("{"));

  expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  expect(stage().err()).toBe("");
  stage().signal("SIGTERM");
  expect(await stage().ended).toBe(0);
});
