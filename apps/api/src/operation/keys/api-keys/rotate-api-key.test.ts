import { describe, expect, it } from "vitest";
import { aSecondLater } from "../../../../test/harness/a-second-later.ts";
import { restDoor } from "../../../../test/harness/doors.ts";
import { forRows } from "../../../../test/harness/for-rows.ts";
import { useService } from "../../../../test/harness/service.ts";
import { Story } from "../../../../test/harness/story.ts";

const service = useService();

describe("apiKeys.rotate", () => {
  const story = new Story(restDoor, service);
  const make = async (input: object = {}) =>
    (await story.done("apiKeys.create", { name: "A key", ...input })).apiKey;
  const rotate = (apiKeyId: string, overlapSeconds: unknown, key?: string) =>
    story.call("apiKeys.rotate", { apiKeyId, overlapSeconds }, key);
  const statusWith = async (key: string) => (await story.call("services.list", {}, key)).status;

  it("returns a key with the same terms, and both work until the overlap ends", async () => {
    const old = await make({ name: "Metering", scopes: ["services:read"] });
    const { status, body, headers } = await rotate(old.id, 3_600);
    const { apiKey } = body;

    expect(status).toBe(201);
    expect(headers.get("location")).toBe(`/api/v1/api-keys/${apiKey.id}`);
    expect(apiKey).toMatchObject({
      name: "Metering",
      scopes: ["services:read"],
      replacesId: old.id,
      expiresAt: null,
    });
    expect(await statusWith(old.secret)).toBe(200);
    expect(await statusWith(apiKey.secret)).toBe(200);

    aSecondLater();
    service().clock.advance(3_601);

    expect(await statusWith(old.secret)).toBe(401);
    expect(await statusWith(apiKey.secret)).toBe(200);
  });

  it("never extends the life of the old key", async () => {
    const expiresAt = service().clock.in(60);
    const old = await make({ expiresAt });

    const { body } = await rotate(old.id, 3_600);

    expect(body.apiKey.expiresAt).toBe(expiresAt);
    expect((await story.done("apiKeys.get", { apiKeyId: old.id })).apiKey).toMatchObject({
      expiresAt,
    });
  });

  it("refuses with 409 for a key that was revoked or has expired", async () => {
    const [revoked, expired] = [await make(), await make({ expiresAt: service().clock.in(-1) })];
    await story.done("apiKeys.revoke", { apiKeyId: revoked.id });

    for (const { id } of [revoked, expired]) {
      expect(await rotate(id, 0)).toMatchObject({
        status: 409,
        body: { error: "API key is not active." },
      });
    }
  });

  it("refuses with 403 for a key with more scopes than the caller's", async () => {
    const all = await make();
    const narrow = await make({ scopes: ["api-keys:write"] });

    const { status } = await rotate(all.id, 60, narrow.secret);

    expect(status).toBe(403);
    const { body } = await rotate(narrow.id, 60, narrow.secret);
    expect(body.apiKey.createdBy).toBe(narrow.id);
  });

  it("refuses an overlap that is no count of seconds up to the limit", () =>
    forRows([undefined, null, -1, 1.5, "60", 2_592_001], async (value) => {
      const { id } = await make();
      const rule = "overlapSeconds must be a whole number from 0 to 2592000.";
      const message = value == null ? "overlapSeconds is required." : rule;
      expect((await rotate(id, value)).body).toEqual({ error: message });
    }));

  it("refuses an unknown key with 404", async () => {
    expect(await rotate("unknown", 0)).toMatchObject({
      status: 404,
      body: { error: "API key was not found." },
    });
  });
});
