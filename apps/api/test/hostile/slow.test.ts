import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { call, newSettlement, rpc } from "../processes/calls.ts";
import { dial, dribble, head, type Raw, type RawAnswer } from "./raw.ts";
import { keepCalling, useStage } from "./stage.ts";

/* Slow callers, malicious or not. The limits are those of production, divided by twenty. */

const stage = useStage({ REQUEST_TIMEOUT_MS: "3000", KEEP_ALIVE_MS: "1000" });

const tooSlow = { status: 408, body: '{"error":"Request took too long to arrive."}' };
const long = "x".repeat(10_000);

const posts = (path: string, headers: Record<string, string | number>) =>
  head(`POST /api/v1${path}`, {
    Authorization: `Bearer ${stage().key}`,
    "Content-Type": "application/json",
    ...headers,
  });

/**
 * Many connections at once that send some bytes and then one byte at a time. @returns the responses on each until
 * it was cut off
 */
async function attack(begin: string, rest: string): Promise<RawAnswer[][]> {
  const all = await Promise.all(Array.from({ length: 200 }, () => dial(stage().url)));
  const dribbling = all.map((raw) => {
    raw.send(begin);
    return dribble(raw, rest);
  });
  await Promise.all(all.map(({ closed }) => closed));
  await Promise.all(dribbling);
  return all.map((raw) => raw.answers());
}

test.each([
  ["send nothing", () => ["", ""], [tooSlow]],
  ["send a head byte by byte", () => ["GET /health HTTP/1.1\r\nX-Long: ", long], [tooSlow]],
  ["stop within a head", () => ["GET /health HTTP/1.1\r\nX-Long: ", ""], [tooSlow]],
  [
    "send a body byte by byte",
    () => [posts("/services", { "Content-Length": 10_000 }), long],
    [tooSlow],
  ],
  [
    "stop within a body",
    () => [`${posts("/services", { "Content-Length": 10_000 })}{`, ""],
    [tooSlow],
  ],
  [
    "send the size of a chunk byte by byte",
    () => [posts("/services", { "Transfer-Encoding": "chunked" }), "0".repeat(10_000)],
    [tooSlow],
  ],
  [
    "send a body byte by byte for an unknown path",
    () => [posts("/services", { Authorization: "none", "Content-Length": 10_000 }), long],
    [{ status: 401 }],
  ],
  [
    "send JSON lines byte by byte without a key",
    () => [
      posts("/usage-events/batch", {
        Authorization: "none",
        "Content-Type": "application/x-ndjson",
        "Content-Length": 10_000,
      }),
      long,
    ],
    [{ status: 401 }],
  ],
] as const)(
  "two hundred callers that %s are cut off with a response, while a good caller is served",
  async (_, bytes, expected) => {
    const good = keepCalling(stage());
    const [begin = "", rest = ""] = bytes();

    const answers = await attack(begin, rest);

    expect(answers).toMatchObject(answers.map(() => expected));
    const statuses = await good.stop();
    expect(new Set(statuses)).toEqual(new Set([201, 200]));
  },
);

test("callers that ignore their error leave nothing behind", async () => {
  const before = await openFiles();
  const all = await Promise.all(Array.from({ length: 100 }, () => dial(stage().url)));
  for (const { socket, send } of all) {
    socket.removeAllListeners("end"); // it does not end its side
    send("GET /health HTTP/1.1\r\nX-");
  }

  await until(() => all.every((raw) => raw.answers()[0]?.status === 408));
  await until(async () => (await openFiles()) < before + 20);

  for (const { socket } of all) socket.destroy();
});

test("a keep-alive connection is closed if no request follows", async () => {
  const raw = await dial(stage().url);
  raw.send(head("GET /health"));

  await raw.closed;

  expect(raw.answers()).toMatchObject([{ status: 200, headers: { "keep-alive": "timeout=1" } }]);
});

test("JSON lines may take any time while they flow", async () => {
  const raw = await openLines();
  let isOver = false;
  const other = longerThanAllowed().then(() => {
    isOver = true;
  });

  let sent = 0;
  for (; !isOver; sent += 1) {
    raw.send(chunk(newLine()));
    await sleep(50);
  }
  raw.send(chunk(""));
  await until(() => raw.answers().length === 1);

  await other;
  const [answer] = raw.answers();
  expect(answer?.status).toBe(200);
  expect(answer?.body.match(/^\{"status":201,.*$/gm)).toHaveLength(sent);
  raw.socket.destroy();
});

test("JSON lines that stall before the first response are refused", async () => {
  const raw = await openLines();
  raw.send(chunk(newLine()));

  await raw.closed;

  expect(raw.answers()).toMatchObject([tooSlow]);
});

test("JSON lines that stall later get an incomplete response, and answered ones are recorded", async () => {
  const raw = await openLines();
  const lines = Array.from({ length: 500 }, newLine);
  raw.send(chunk(lines.join("")));

  await raw.closed;

  expect(raw.answers()).toEqual([]);
  expect(raw.received()).not.toContain("Request took too long");
  expect(raw.received().match(/^\{"status":201,.*$/gm)).toHaveLength(500);
  const [first = ""] = lines;
  expect((await call(stage(), "POST", "/usage-events", JSON.parse(first))).status).toBe(409);
});

test("a call that waits for the chain is kept, although its connection is idle", async () => {
  const settlement = await newSettlement(stage());
  await rpc(stage().chainUrl, "evm_setAutomine", [false]);
  const settling = call(stage(), "POST", "/settlements", settlement);

  await longerThanAllowed();
  await longerThanAllowed();
  await rpc(stage().chainUrl, "evm_setAutomine", [true]);
  await rpc(stage().chainUrl, "anvil_mine", []);

  expect((await settling).status).toBe(201);
});

test("responses that nobody reads are dropped", async () => {
  const before = await openFiles();
  const all = await Promise.all([1, 2, 3].map(() => dial(stage().url, { reads: false })));
  for (const { send } of all) send(head("GET /openapi.json").repeat(100));

  await until(async () => (await openFiles()) > before);
  await until(async () => (await stage().metrics()).value(inFlight) === 0);
  await until(async () => (await openFiles()) <= before);
});

const inFlight = "usance_http_requests_in_flight";
const openFiles = async () => (await stage().metrics()).value("process_open_fds") ?? 0;

/** Resolves when a request that began just now has exceeded the time limit. */
async function longerThanAllowed(): Promise<void> {
  const raw = await dial(stage().url);
  raw.send(posts("/services", { "Content-Length": 10_000 }));
  await dribble(raw, long);
  expect(raw.answers()).toMatchObject([tooSlow]);
}

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

function newLine(): string {
  const { serviceId, subscriptionId, userId } = stage().subscriber;
  const event = { serviceId, subscriptionId, userId, eventKey: randomUUID(), quantity: "1" };
  return `${JSON.stringify(event)}\n`;
}

async function openLines(): Promise<Raw> {
  const raw = await dial(stage().url);
  const types = { "Content-Type": "application/x-ndjson", "Transfer-Encoding": "chunked" };
  raw.send(posts("/usage-events/batch", types));
  return raw;
}
