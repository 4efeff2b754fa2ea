import { createServer as createTcpServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { onFreePort } from "../../../test/harness/on-free-port.ts";
import { answerWith, useReceiver } from "../../../test/harness/receiver.ts";
import { until } from "../../../test/harness/until.ts";
import type { Resolve } from "./dns-lookup.ts";
import { NoAnswer } from "./exchange.ts";
import { guardedConnect, guardedLookup } from "./guarded-connect.ts";
import { openOutbound } from "./outbound.ts";
import { isPublicAddress } from "./public-address.ts";

const receiver = useReceiver();
/** No answer takes so long here: only a test of the limit itself sets a shorter one. */
const timeoutMs = 600_000;
const body = Buffer.from("{}");

/** A resolver that says the same of every name. */
const resolving = (...addresses: string[]) =>
  vi.fn<Resolve>(async () =>
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
  );

const open = openOutbound({ allowPrivate: true, timeoutMs });
const guarded = openOutbound({ allowPrivate: false, timeoutMs });
afterAll(() => Promise.all([open.close(), guarded.close()]));
const hurried = (limitMs: number) => {
  const outbound = openOutbound({ allowPrivate: true, timeoutMs: limitMs });
  onTestFinished(() => outbound.close());
  return outbound;
};
beforeEach(() => {
  receiver().received.length = 0;
  receiver().answer = answerWith(204);
});

describe("the result", () => {
  it("has the status, the beginning of the body, and Retry-After", async () => {
    receiver().answer = answerWith(503, "busy", { "Retry-After": "120" });
    const answer = await open.post(`${receiver().url}/a?b=c`, { "webhook-id": "1" }, body);

    expect(answer).toEqual({ status: 503, body: "busy", retryAfter: "120" });
    expect(receiver().received).toMatchObject([
      { path: "/a?b=c", headers: { "webhook-id": "1" }, body: "{}" },
    ]);
  });

  it("of a long body has its first 1,024 bytes, without NUL", async () => {
    receiver().answer = answerWith(200, `\0${"x".repeat(5_000_000)}`);
    const answer = await open.post(receiver().url, {}, body);
    expect(answer).toEqual({ status: 200, body: `�${"x".repeat(1_023)}`, retryAfter: null });
  });

  it("of an endless body has what arrived so far", async () => {
    receiver().answer = (res) => void res.writeHead(200).write("half");
    const outbound = hurried(500);
    // Again if the limit passes before the half.
    await until(async () => {
      const answer = await outbound.post(receiver().url, {}, body);
      expect(answer).toEqual({ status: 200, body: "half", retryAfter: null });
    });
  });

  it("after a few informational responses is the final response", async () => {
    receiver().answer = (res) => {
      for (let sent = 0; sent < 10; sent++) res.writeEarlyHints({ link: "</style.css>" });
      res.writeHead(200).end("done");
    };
    const answer = await open.post(receiver().url, {}, body);
    expect(answer).toEqual({ status: 200, body: "done", retryAfter: null });
  });

  it("after `100 Continue` is the final response, however the bytes arrive", () =>
    forRows(
      [
        ["HTTP/1.1 100 Continue\r\n\r\n"],
        ["HTTP/1.1 100 Continue\r\nX-Waits: HTTP/1.1 100\r\n\r\n"],
        ["HTTP/1.1 100\r\n\r\n"],
        ["HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\n"],
        ["HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 102 Processing\r\n\r\n"],
        Array.from({ length: 10 }, () => "HTTP/1.1 100 Continue\r\n\r\n"),
      ],
      async (...informational) => {
        const text = `${informational.flat().join("")}HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nHTTP/1.1 200`;
        for (const partLength of [1_000, 7, 1]) {
          const { url } = await sendingInParts(text, partLength);
          // Twice on one connection.
          for (const _ of [1, 2]) {
            const answer = await open.post(url, {}, body);
            expect(answer).toEqual({ status: 200, body: "HTTP/1.1 200", retryAfter: null });
          }
        }
      },
    ));

  it("of a redirect is the redirect itself, which is not followed", async () => {
    receiver().answer = answerWith(302, "", { Location: `${receiver().url}/elsewhere` });
    const answer = await open.post(`${receiver().url}/here`, {}, body);

    expect(answer).toMatchObject({ status: 302 });
    expect(receiver().received.map(({ path }) => path)).toEqual(["/here"]);
  });
});

describe("without a response it reports", () => {
  it("a timeout", async () => {
    receiver().answer = () => undefined;
    expect(await hurried(100).post(receiver().url, {}, body)).toEqual({
      error: "No answer came within 0.1 s.",
    });
  });

  it("a dropped connection", async () => {
    receiver().answer = (res) => res.destroy();
    expect(await open.post(receiver().url, {}, body)).toEqual({
      error: "The connection was cut before an answer came.",
    });
  });

  it("a refused connection", async () => {
    expect(await open.post("http://127.0.0.1:1", {}, body)).toEqual({
      error: "The connection was refused.",
    });
  });

  it("a name without an address", async () => {
    expect(await open.post("http://nobody.invalid", {}, body)).toEqual({
      error: expect.stringMatching(/^The host name (has no address|could not be looked up)\.$/),
    });
  });

  it("invalid HTTP", async () => {
    const server = createTcpServer((socket) => socket.end("SSH-2.0-OpenSSH_9.9\r\n"));
    const { url } = await onFreePort(server);
    expect(await open.post(url, {}, body)).toEqual({
      error: "The answer is not HTTP.",
    });
    server.close();
  });

  it("endless informational responses", async () => {
    for (const head of ["HTTP/1.1 103 Early Hints\r\nLink: </a>", "HTTP/1.1 100 Continue"]) {
      const { url, sent } = await sendingForEver(`${head}\r\n\r\n`);

      expect(await open.post(url, {}, body)).toEqual({
        error: "More than 10 informational (1xx) answers came before an answer.",
      });
      await sent;
    }
  });

  it("a connection dropped after an informational response", async () => {
    receiver().answer = (res) => {
      res.writeEarlyHints({ link: "</style.css>" }, () => res.destroy());
    };
    expect(await open.post(receiver().url, {}, body)).toEqual({
      error: "The connection was cut before an answer came.",
    });
  });

  it("a TLS failure", async () => {
    const url = receiver().url.replace("http:", "https:");
    expect(await open.post(url, {}, body)).toEqual({
      error: "The host speaks no TLS, or none that is spoken here.",
    });
  });
});

/** A server that answers each request with the same bytes, so many at a time. */
async function sendingInParts(text: string, partLength: number) {
  const server = createTcpServer((socket) => {
    socket.setNoDelay(true).on("error", () => undefined);
    socket.on("data", async (request) => {
      if (!request.toString().endsWith(body.toString())) return;
      for (let at = 0; at < text.length; at += partLength) {
        socket.write(text.slice(at, at + partLength));
        await new Promise(setImmediate);
      }
    });
  });
  onTestFinished(() => void server.close());
  return onFreePort(server);
}

/** A server that answers with the same again and again, for as long as it is read. */
async function sendingForEver(text: string) {
  const { promise: sent, resolve: end } = Promise.withResolvers<void>();
  const server = createTcpServer((socket) => {
    const send = () => {
      while (!socket.destroyed && socket.write(text));
    };
    socket.on("drain", send).on("error", () => undefined);
    socket.once("data", send).once("close", () => end());
  });
  onTestFinished(() => void server.close());
  return { ...(await onFreePort(server)), sent };
}

it("parallel requests to a host do not wait for each other's connection and share one lookup", async () => {
  const noAddress = Object.assign(new Error("No such name"), { code: "ENOTFOUND" });
  const resolve = vi.fn<Resolve>(async () => {
    await sleep(500);
    throw noAddress;
  });
  const outbound = openOutbound({ allowPrivate: false, timeoutMs, resolve });
  onTestFinished(() => outbound.close());

  const hosts = ["https://a.example.com", "https://b.example.com"];
  const posts = hosts.flatMap((host) =>
    Array.from({ length: 40 }, () => outbound.post(host, {}, body)),
  );

  expect(await Promise.all(posts)).toEqual(
    posts.map(() => ({ error: "The host name has no address." })),
  );
  expect(resolve).toHaveBeenCalledTimes(2);
});

it("pieces of a file take little more memory than their bytes", async () => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const pieces = 200_000;
  const { promise: sent, resolve: allSent } = Promise.withResolvers<void>();
  const server = createTcpServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
      socket.write("1\r\na\r\n".repeat(pieces), () => allSent());
    });
  });
  onTestFinished(() => void server.close());
  const { url } = await onFreePort(server);
  const before = heap();
  const outbound = openOutbound({ allowPrivate: true, timeoutMs });
  const loaded = outbound.load(url, 2 * pieces);
  await sent;
  await sleep(1_000); // until they are read
  expect(heap() - before).toBeLessThan(5_000_000);
  await outbound.close();
  expect(await loaded).toHaveProperty("error");
});

describe("if private addresses are forbidden", () => {
  const port = () => new URL(receiver().url).port;

  it("sends nothing to a private address in any notation", () =>
    forRows(
      [
        "127.0.0.1",
        "2130706433",
        "0x7f.1",
        "0177.0.0.1",
        "127.1",
        "１２７。０。０。１",
        "0.0.0.0",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::]",
        "[::7f00:1]",
        "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "127.0.0.1.",
        "%31%32%37.0.0.1",
        "168.63.129.16",
      ],
      async (host) => {
        const answer = await guarded.post(`http://${host}:${port()}/`, {}, body);

        expect(answer).toEqual({ error: expect.stringMatching(/not a public one\.$/) });
        expect(receiver().received).toEqual([]);
      },
    ));

  it("sends nothing to a name that resolves to a private address", () =>
    forRows(
      [
        [["127.0.0.1"]],
        [["10.0.0.1"]],
        [["::1"]],
        [["::ffff:127.0.0.1"]],
        [["93.184.216.34", "127.0.0.1"]],
        [["127.0.0.1", "93.184.216.34"]],
      ],
      async (addresses) => {
        const outbound = openOutbound({
          allowPrivate: false,
          timeoutMs,
          resolve: resolving(...addresses),
        });
        const answer = await outbound.post(`http://hooks.example.com:${port()}/`, {}, body);
        await outbound.close();

        expect(answer).toEqual({ error: "The name has an address that is not a public one." });
        expect(receiver().received).toEqual([]);
      },
    ));

  it("resolves a name once per connection, and connects to the address it checked", async () => {
    const resolve = resolving("127.0.0.1");
    const outbound = openOutbound({ allowPrivate: true, timeoutMs, resolve });
    const answer = await outbound.post(`http://hooks.example.com:${port()}/`, {}, body);
    await outbound.close();

    expect(answer).toMatchObject({ status: 204 });
    expect(resolve).toHaveBeenCalledTimes(1);
  });

  it("refuses a name that was public and no longer is", async () => {
    let address = "93.184.216.34";
    const lookup = guardedLookup(isPublicAddress, async () => [{ address, family: 4 }]);
    const resolve = () =>
      new Promise((done) => {
        lookup("hooks.example.com", { all: true }, (error) => done(error));
      });

    expect(await resolve()).toBeNull();
    address = "127.0.0.1";
    expect(await resolve()).toBeInstanceOf(NoAnswer);
  });

  it("refuses a literal address before a socket is opened", () => {
    const connect = guardedConnect({ timeoutMs, isAllowed: isPublicAddress, resolve: resolving() });
    const done = vi.fn();
    connect({ hostname: "[::1]", protocol: "http:", port: port() }, done);
    expect(done).toHaveBeenCalledWith(expect.any(NoAnswer), null);
  });
});
