import { createSocket } from "node:dgram";
import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import { dnsLookup } from "./dns-lookup.ts";

const ipv4 = 1;
const noSuchName = 3;

/** What a name server says to a question: the bytes of addresses, a code, or nothing at all. */
type Says = (type: number) => readonly (readonly number[])[] | number | null;

/** Asks a name server on this machine. */
async function lookedUp(says: Says, { hostname = "hooks.example.com", timeoutMs = 15_000 } = {}) {
  const server = createSocket("udp4");
  onTestFinished(() => void server.close());
  server.on("message", (question, { port }) => {
    const said = says(question.readUInt16BE(question.indexOf(0, 12) + 1));
    if (said !== null) server.send(answerTo(question, said), port, "127.0.0.1");
  });
  server.bind(0, "127.0.0.1");
  await once(server, "listening");
  const servers = [`127.0.0.1:${server.address().port}`];
  const lookUp = dnsLookup({ timeoutMs, servers });
  return lookUp(hostname).catch(({ code }) => code);
}

/** RFC 1035, section 4.1. */
function answerTo(question: Buffer, said: readonly (readonly number[])[] | number): Buffer {
  const records = typeof said === "number" ? [] : said;
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(0x8180 | (typeof said === "number" ? said : 0), 2);
  head.writeUInt16BE(records.length, 6);
  head.fill(0, 8);
  const end = question.indexOf(0, 12) + 5;
  const type = question.subarray(end - 4, end - 2);
  const answers = records.map((address) =>
    Buffer.from([0xc0, 12, ...type, 0, 1, 0, 0, 0, 0, 0, address.length, ...address]),
  );
  return Buffer.concat([head, question.subarray(12, end), ...answers]);
}

it("finds addresses of both families, IPv4 first", async () => {
  const loopback6 = [...new Array(15).fill(0), 1];
  const says: Says = (type) =>
    type === ipv4
      ? [
          [192, 0, 2, 1],
          [192, 0, 2, 2],
        ]
      : [loopback6];

  expect(await lookedUp(says)).toEqual([
    { address: "192.0.2.1", family: 4 },
    { address: "192.0.2.2", family: 4 },
    { address: "::1", family: 6 },
  ]);
});

it("finds addresses of one family if the other has none or gets no answer", async () => {
  const only = [{ address: "192.0.2.1", family: 4 }];

  expect(await lookedUp((type) => (type === ipv4 ? [[192, 0, 2, 1]] : []))).toEqual(only);
  expect(
    await lookedUp((type) => (type === ipv4 ? [[192, 0, 2, 1]] : null), { timeoutMs: 1_500 }),
  ).toEqual(only);
});

it("reports a name that does not exist or has no address", async () => {
  expect(await lookedUp(() => noSuchName)).toBe("ENOTFOUND");
  expect(await lookedUp(() => [])).toBe("ENOTFOUND");
});

it("reports a failed lookup if the server is silent, fails, or the name is invalid", async () => {
  const failed = 2;

  expect(await lookedUp(() => null, { timeoutMs: 300 })).toBe("EAI_AGAIN");
  expect(await lookedUp(() => failed)).toBe("EAI_AGAIN");
  expect(await lookedUp(() => [], { hostname: `${"x".repeat(64)}.example.com` })).toBe("EAI_AGAIN");
});
