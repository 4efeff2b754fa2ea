import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { restDoor } from "../harness/doors.ts";
import { Metrics } from "../harness/metrics.ts";
import { testKey, useService } from "../harness/service.ts";
import { Story } from "../harness/story.ts";
import { until } from "../harness/until.ts";
import { dial, exchange, head, type Raw } from "./raw.ts";

/* Bodies of callers without a key, and bodies that do not end. The proxy's header states the address of a caller. */

const service = useService({
  METRICS_PORT: "0",
  TRUST_PROXY: "1",
  REQUEST_TIMEOUT_MS: "3000",
  PUBLIC_BODY_MEMORY_KIB: "128",
  PUBLIC_BODY_MEMORY_PER_ADDRESS_KIB: "64",
  BODY_MEMORY_KIB: "320",
  BODY_MEMORY_PER_ADDRESS_KIB: "100",
});
const story = new Story(restDoor, service);

const max = 16_384;
const tooLarge = { status: 413, body: expect.stringContaining("Request body is too large.") };
const fromAddress = (last: number) => ({ "X-Forwarded-For": `203.0.113.${last}` });
const json = { "Content-Type": "application/json" };
const key = { Authorization: `Bearer ${testKey}` };
const bodyOf = (length: number) => `{"x":"${"a".repeat(length - 8)}"}`;

type Headers = Readonly<Record<string, string | number>>;
type Request = (headers: Headers) => string;

async function payBy(door: string): Promise<Request> {
  const { id } = await story.aCheckoutSession();
  const request = door === "REST" ? `POST /api/v1/checkout/${id}/pay` : "POST /trpc/checkout.pay";
  return (headers) => head(request as `${string} ${string}`, { ...json, ...headers });
}
const create: Request = (headers) => head("POST /api/v1/services", { ...json, ...key, ...headers });

async function metric(name: string, labels: Readonly<Record<string, string>>): Promise<number> {
  const text = await service().metrics?.();
  return new Metrics(text ?? "").value(`usance_http_${name}`, labels) ?? Number.NaN;
}
const held = (access: string) => metric("body_bytes", { access });

const open: Raw[] = [];
afterEach(async () => {
  for (const { socket } of open.splice(0)) socket.destroy();
  await until(async () => (await held("public")) + (await held("keyed")) === 0);
});

/** Sends bytes on each of a number of connections. */
async function onEach(count: number, bytes: string): Promise<Raw[]> {
  const all = await Promise.all(Array.from({ length: count }, () => dial(service().url)));
  open.push(...all);
  for (const { send } of all) send(bytes);
  return all;
}
const isAnswered = (raw: Raw) => raw.answers().length > 0;

/** Sends eight requests without the last bytes of their bodies, and waits until some of them are refused. */
async function eightUnfinished(request: Request, length: number, from: number, turnedAway: number) {
  const headers = { "Content-Length": length, ...fromAddress(from) };
  const all = await onEach(8, request(headers) + bodyOf(length).slice(0, -10));
  await until(() => all.filter(isAnswered).length >= turnedAway);
  return { kept: all.filter((raw) => !isAnswered(raw)), turnedAway: all.filter(isAnswered) };
}

describe.each(["REST", "tRPC"])("unauthenticated requests through %s", (door) => {
  it("are refused by their declared size before a byte is read", async () => {
    const pay = await payBy(door);
    const [raw] = await onEach(1, pay({ "Content-Length": max + 1 }));

    await until(() => raw?.answers().length === 1);

    expect(raw?.answers()).toMatchObject([tooLarge]);
  });

  it("may have at most 16 KiB, however they are sent", async () => {
    const pay = await payBy(door);
    const chunked = (body: string) =>
      `${pay({ "Transfer-Encoding": "chunked", Connection: "close" })}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const plain = (body: string) =>
      pay({ "Content-Length": body.length, Connection: "close" }) + body;

    for (const sent of [plain, chunked]) {
      expect(await exchange(service().url, sent(bodyOf(max)))).toMatchObject([{ status: 400 }]);
      expect(await exchange(service().url, sent(bodyOf(max + 1)))).toMatchObject([tooLarge]);
    }
  });

  it("may not be compressed", async () => {
    const pay = await payBy(door);
    const body = gzipSync(bodyOf(1_000));
    const begin = pay({
      "Content-Encoding": "gzip",
      "Content-Length": body.length,
      Connection: "close",
    });

    const [answer] = await exchange(service().url, Buffer.concat([Buffer.from(begin), body]));

    expect(answer?.status).toBe(400);
    expect(answer?.body).toContain("Request body must not be compressed.");
  });

  it("are refused if an address has too many unfinished bodies, and others are served", async () => {
    const pay = await payBy(door);
    const { kept, turnedAway } = await eightUnfinished(pay, max, 1, 4);

    expect(kept).toHaveLength(4);
    for (const raw of turnedAway) {
      const [answer] = raw.answers();
      expect(answer).toMatchObject({ status: 429, headers: { "retry-after": "1" } });
      expect(answer?.body).toContain("Too many unfinished request bodies from this address.");
    }
    const [other] = await unfinishedBodyEnds(pay, 2);
    expect(other?.status).toBe(400);
    await until(async () => (await held("public")) > 0);
    expect(await held("public")).toBeLessThanOrEqual(64 * 1_024);

    for (const { send } of kept) send(bodyOf(max).slice(-10));
    await until(() => kept.every(isAnswered));
    expect(kept.map((raw) => raw.answers()[0]?.status)).toEqual(kept.map(() => 400));
    await until(async () => (await held("public")) === 0);
  });
});

/** Sends a body in two halves. */
async function unfinishedBodyEnds(request: Request, from: number) {
  const body = bodyOf(1_000);
  const [raw] = await onEach(
    1,
    request({ "Content-Length": body.length, ...fromAddress(from) }) + body.slice(0, 500),
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  raw?.send(body.slice(500));
  await until(() => raw !== undefined && isAnswered(raw));
  return raw?.answers() ?? [];
}

it("to an unknown checkout session are refused before the body is read", async () => {
  for (const operation of ["pay", "prepare"]) {
    const path = `POST /api/v1/checkout/nothing/${operation}` as const;
    for (const length of [1_000, 1_000_000_000]) {
      const [raw] = await onEach(1, head(path, { ...json, "Content-Length": length }));

      await until(() => raw !== undefined && isAnswered(raw));

      expect(raw?.answers()).toMatchObject([
        { status: 404, body: '{"error":"Checkout session was not found."}' },
      ]);
    }
  }
});

it.each([
  ["two calls without a key", "checkout.pay,checkout.prepare"],
  ["a call with a key and one without", "services.create,dashboard.signOut"],
])("in a batch with %s are refused before a byte is read", async (_, paths) => {
  const batch = head(`POST /trpc/${paths}?batch=1`, {
    ...json,
    ...key,
    "Content-Length": max + 1,
  });
  const [raw] = await onEach(1, batch);

  await until(() => raw !== undefined && isAnswered(raw));

  expect(raw?.answers()).toMatchObject([{ status: 413 }]);
});

it("a query input is limited to 16 KiB", async () => {
  const input = encodeURIComponent(bodyOf(max));
  const get = head(`GET /trpc/checkout.view?input=${input}`);

  expect(await exchange(service().url, get)).toMatchObject([{ status: 431 }]);
});

it("unfinished bodies of many addresses are refused, and callers with a key are served", async () => {
  const pay = await payBy("REST");
  const before = await metric("bodies_turned_away_total", { access: "public", bound: "process" });
  const all = (
    await Promise.all(
      [11, 12, 13, 14].map((from) => {
        const headers = { "Content-Length": max, ...fromAddress(from) };
        return onEach(4, pay(headers) + bodyOf(max).slice(0, -10));
      }),
    )
  ).flat();
  const byProcess = () =>
    all.filter((raw) => raw.answers()[0]?.body.includes("Too many unfinished request bodies."));
  await until(() => byProcess().length > 0);

  const [answer] = await unfinishedBodyEnds(create, 11);

  expect(answer?.status).toBe(400);
  expect(byProcess()[0]?.answers()).toMatchObject([
    { status: 503, headers: { "retry-after": "1" } },
  ]);
  await until(
    async () =>
      (await metric("bodies_turned_away_total", { access: "public", bound: "process" })) > before,
  );
});

it("unfinished bodies with a key have their own limits", async () => {
  const { kept, turnedAway } = await eightUnfinished(create, 65_536, 21, 7);

  expect(kept).toHaveLength(1);
  expect(new Set(turnedAway.map((raw) => raw.answers()[0]?.status))).toEqual(new Set([429]));
  const [other] = await unfinishedBodyEnds(create, 22);
  expect(other?.status).toBe(400);
  await until(async () => (await held("keyed")) > 0);
  expect(await held("keyed")).toBeLessThanOrEqual(100 * 1_024);
});

it("disconnected and timed-out bodies release their memory", async () => {
  const pay = await payBy("REST");
  const begin = (from: number) =>
    pay({ "Content-Length": 1_000, ...fromAddress(from) }) + bodyOf(1_000).slice(0, 500);
  // A body ends by itself before a slow machine has read the metrics, so there are new ones until one is seen.
  await until(async () => {
    await onEach(1, begin(31));
    return (await held("public")) > 0;
  });
  for (const { socket } of open) socket.destroy();
  await until(async () => (await held("public")) === 0);

  const [late] = await onEach(1, begin(32));
  await late?.closed;
  expect(late?.answers()).toMatchObject([{ status: 408 }]);
  await until(async () => (await held("public")) === 0);
});

describe("JSON lines", () => {
  const lines: Request = (headers) =>
    head("POST /api/v1/usage-events/batch", {
      "Content-Type": "application/x-ndjson",
      "Transfer-Encoding": "chunked",
      ...key,
      ...headers,
    });
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

  it("are refused early if there is no memory", async () => {
    const [raw] = await onEach(1, lines(fromAddress(41)) + chunk(`${bodyOf(1_000)}\n`.repeat(100)));

    await until(() => raw?.received().includes('{"status":400') === true);

    raw?.send(chunk(""));
    await until(() => raw !== undefined && isAnswered(raw));
    expect(raw?.answers()[0]?.body.match(/^\{"status":400,.*$/gm)).toHaveLength(100);
  });

  it("are refused if an address has too many unfinished bodies", async () => {
    await onEach(1, lines(fromAddress(42)) + chunk(`${bodyOf(1_000)}\n`));
    await until(async () => (await held("keyed")) > 0);
    const [second] = await onEach(1, lines(fromAddress(42)) + chunk(`${bodyOf(1_000)}\n`));

    await until(() => second !== undefined && isAnswered(second));

    expect(second?.answers()).toMatchObject([{ status: 429, headers: { "retry-after": "1" } }]);
  });
});
