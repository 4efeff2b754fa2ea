import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, expect, it } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { testKey, useService } from "../../../test/harness/service.ts";

const service = useService();

/** One connection for all: what is left of a body that was refused must not stand in the way of the next. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterAll(() => agent.destroy());

async function post(body: Uint8Array, headers: Readonly<Record<string, string>> = {}) {
  const { status, answer } = await new Promise<{ status: number; answer: string }>(
    (resolve, reject) => {
      const sent = request(`${service().url}/api/v1/services`, {
        agent,
        method: "POST",
        headers: {
          Authorization: `Bearer ${testKey}`,
          "Content-Type": "application/json",
          ...headers,
        },
      });
      sent.on("error", reject);
      sent.on("response", (response) => {
        text(response).then(
          (answer) => resolve({ status: response.statusCode ?? 0, answer }),
          reject,
        );
      });
      sent.end(body);
    },
  );
  return { status, body: JSON.parse(answer) };
}

const json = (fields: object) => Buffer.from(JSON.stringify(fields));
const service1 = json({ name: "Compressed", owner: { email: "dev@example.com" } });
const twoMiB = json({ name: "x".repeat(2_097_152) });
const malformed = { status: 400, body: { error: "Request body must be a JSON object." } };
const tooLarge = { status: 413, body: { error: "Request body is too large." } };

it("reads a body with any supported Content-Encoding", () =>
  forRows(
    [
      ["gzip", gzipSync],
      ["GZIP", gzipSync],
      ["deflate", deflateSync],
      ["identity", (bytes: Uint8Array) => bytes],
    ],
    async (encoding, compress) => {
      const answer = await post(compress(service1), { "Content-Encoding": encoding });

      expect(answer).toMatchObject({ status: 201, body: { service: { name: "Compressed" } } });
    },
  ));

it("refuses a body that it cannot read", () =>
  forRows(
    [
      ["is not compressed with its Content-Encoding", service1, "gzip"],
      ["is truncated", gzipSync(service1).subarray(0, 30), "gzip"],
      ["has an unknown Content-Encoding", service1, "zstd"],
      ["is compressed by Brotli", brotliCompressSync(service1), "br"],
      ["is compressed twice", gzipSync(gzipSync(service1)), "gzip, gzip"],
      ["has the name of an object's property as Content-Encoding", service1, "constructor"],
    ],
    async (_, body, encoding) => {
      expect(await post(body, { "Content-Encoding": encoding })).toEqual(malformed);
    },
  ));

it("refuses a body of more than 1 MiB, compressed or not, and reads the next one", async () => {
  for (let time = 0; time < 3; time += 1) {
    expect(await post(twoMiB)).toEqual(tooLarge);
    expect(await post(twoMiB, { "Transfer-Encoding": "chunked" })).toEqual(tooLarge);
    expect(await post(gzipSync(twoMiB), { "Content-Encoding": "gzip" })).toEqual(tooLarge);
    expect((await post(service1)).status).toBe(201);
  }
});
