import { describe, expect, it } from "vitest";
import { restDoor } from "../../../../test/harness/doors.ts";
import { forRows } from "../../../../test/harness/for-rows.ts";
import { testKey, useService } from "../../../../test/harness/service.ts";
import { aKey } from "../../../../test/harness/story.ts";
import { newApiKey } from "./api-key.ts";

const service = useService();

const refused = { status: 401, body: { error: "A valid API key is required." } };

describe("a request", () => {
  const list = (key: string | null) => restDoor.call(service().url, "services.list", {}, key);

  it("succeeds with a key from the database and with the bootstrap key", async () => {
    const { secret } = await aKey(service());

    expect((await list(secret)).status).toBe(200);
    expect((await list(testKey)).status).toBe(200);
  });

  it("is refused with 401 without a valid key", () =>
    forRows(
      [
        ["no key", async () => null],
        ["an empty key", async () => ""],
        ["a malformed key", async () => "sk_live_1234567890"],
        ["a key with a wrong checksum", async () => `${newApiKey().slice(0, -1)}_`],
        ["a key that was never issued", async () => newApiKey()],
        ["a key in another case", async () => testKey.toUpperCase()],
        ["an expired key", async () => keyThat({ expiresAt: new Date(0) })],
        ["a revoked key", async () => keyThat({ revokedAt: new Date(0) })],
      ],
      async (_, key) => {
        const answer = await list(await key());

        expect(answer).toMatchObject(refused);
        expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      },
    ));

  it("needs no key for health", async () => {
    expect(await restDoor.call(service().url, "health", {}, null)).toMatchObject({
      status: 200,
      body: { ok: true, service: "usance", apiRoot: "/api/v1" },
    });
  });
});

it("refuses a body that is not JSON with 401, because the key is checked first", async () => {
  for (const path of ["/api/v1/services", "/trpc/services.create"]) {
    const { status } = await fetch(service().url + path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: "nonsense",
    });
    expect(status).toBe(401);
  }
});

it("refuses each call of a tRPC batch", async () => {
  const response = await fetch(
    `${service().url}/trpc/services.list,health,services.list?batch=1&input={}`,
  );

  expect(response.status).toBe(207);
  expect(await response.json()).toMatchObject([
    { error: { message: refused.body.error, data: { httpStatus: 401 } } },
    { result: { data: { ok: true } } },
    { error: { message: refused.body.error, data: { httpStatus: 401 } } },
  ]);
  expect(response.headers.has("www-authenticate")).toBe(false);
});

it("explains how to send a key when it refuses all calls of a tRPC batch", async () => {
  const read = await fetch(`${service().url}/trpc/services.list,services.list?batch=1&input={}`);
  const written = await fetch(`${service().url}/trpc/services.create,services.create?batch=1`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: "nonsense",
  });

  for (const { status, headers } of [read, written]) {
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toBe("Bearer");
  }
});

it("stores nothing that could be used as a key", async () => {
  const { id, secret } = await aKey(service());

  const stored = await service().parts.db.apiKey.findUnique({ where: { id } });

  expect(JSON.stringify(stored)).not.toContain(secret.slice(0, 20));
  expect(stored).toMatchObject({ start: secret.slice(0, 11), lastFour: secret.slice(-4) });
});

async function keyThat(is: { expiresAt?: Date; revokedAt?: Date }): Promise<string> {
  const { id, secret } = await aKey(service());
  await service().parts.db.apiKey.update({ where: { id }, data: is });
  return secret;
}
