import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { inspect } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newRsaKeys } from "../../../test/harness/circle.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { onFreePort } from "../../../test/harness/on-free-port.ts";
import { CircleClient } from "./client.ts";

const secrets = { apiKey: "TEST_API_KEY:id:hunter2", entitySecret: "5ec4".repeat(16) };
const { publicKey } = newRsaKeys();

/** Answers with all that it was told, in the place and with the status wanted. */
let answer: (told: string) => { status: number; body: string; location?: string };
const told: string[] = [];
const server = createServer(async (req, res) => {
  const heard = `${req.headers.authorization} ${req.headers.host} ${await text(req)}`;
  told.push(heard);
  const isKey = req.url?.endsWith("/publicKey");
  const { status, body, location } = isKey
    ? { status: 200, body: JSON.stringify({ data: { publicKey } }) }
    : answer(heard);
  res.writeHead(status, location === undefined ? {} : { location }).end(body);
});
let client: CircleClient;

beforeAll(async () => {
  const { url: baseUrl } = await onFreePort(server);
  client = new CircleClient({ ...secrets, baseUrl, walletId: randomUUID(), timeoutMs: 30_000 });
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const execution = () => ({
  idempotencyKey: randomUUID(),
  contract: `0x${"ab".repeat(20)}` as const,
  callData: "0x" as const,
  refId: "an-invoice",
});

it("no error of a provider that echoes everything has a secret or an address", () =>
  forRows<[string, typeof answer]>(
    [
      ["a refusal", (all) => ({ status: 400, body: JSON.stringify({ code: 2, message: all }) })],
      ["a failure", (all) => ({ status: 500, body: all })],
      ["a response that is not JSON", (all) => ({ status: 200, body: all })],
      ["an invalid transaction", (all) => ({ status: 200, body: JSON.stringify({ data: all }) })],
      ["another address", (all) => ({ status: 307, body: all, location: "/elsewhere" })],
    ],
    async (_, next) => {
      answer = next;
      const before = told.length;

      const errors = await Promise.all([
        thrownBy(client.execute(execution())),
        thrownBy(client.transaction(randomUUID())),
        thrownBy(client.wallet()),
      ]);

      const ciphertexts = told
        .slice(before)
        .flatMap((heard) => /"entitySecretCiphertext":"([^"]+)"/.exec(heard)?.[1] ?? []);
      expect(ciphertexts).toHaveLength(1);
      const printed = [...errors, client].map(everythingOf).join();
      for (const secret of [...Object.values(secrets), ...ciphertexts, "127.0.0.1"]) {
        expect(printed).not.toContain(secret);
      }
    },
  ));

it("no error of an unreachable provider has a secret or an address", () =>
  forRows(
    ["http://127.0.0.1:1/hunter2", "http://hunter2.invalid", "http://user:hunter2@127.0.0.1:1"],
    async (baseUrl) => {
      const lost = new CircleClient({
        ...secrets,
        baseUrl,
        walletId: randomUUID(),
        timeoutMs: 30_000,
      });

      const printed = everythingOf(await thrownBy(lost.execute(execution())));

      for (const secret of ["hunter2", secrets.entitySecret, "127.0.0.1"]) {
        expect(printed).not.toContain(secret);
      }
    },
  ));

it("a redirect is not followed, so it receives no secret", async () => {
  answer = () => ({ status: 307, body: "", location: "/elsewhere" });
  const before = told.length;

  await thrownBy(client.wallet());

  expect(told.length - before).toBe(1);
});

it("the entity secret is encrypted again for each request, and never sent in plain text", async () => {
  answer = () => ({ status: 500, body: "" });
  const given = execution();
  const before = told.length;

  await thrownBy(client.execute(given));
  await thrownBy(client.execute(given));

  const sent = told.slice(before);
  expect(new Set(sent).size).toBe(2);
  expect(sent.join()).not.toContain(secrets.entitySecret);
});

async function thrownBy(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => {
      throw new Error("It was taken.");
    },
    (error: unknown) => error,
  );
}

function everythingOf(value: unknown): string {
  const names = Object.getOwnPropertyNames(value);
  return inspect(value, { depth: null, showHidden: true }) + JSON.stringify(value, names);
}
