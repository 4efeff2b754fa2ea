import { describe, expect, it } from "vitest";
import { aSecondLater } from "../../../../test/harness/a-second-later.ts";
import { restDoor } from "../../../../test/harness/doors.ts";
import { forRows } from "../../../../test/harness/for-rows.ts";
import { useService } from "../../../../test/harness/service.ts";
import { aSeller, Story } from "../../../../test/harness/story.ts";

const service = useService();

describe("apiKeys.revoke", () => {
  const story = new Story(restDoor, service);
  const make = async (input: object = {}, key?: string) =>
    (await story.call("apiKeys.create", { name: "A key", ...input }, key)).body.apiKey;
  const operationsOn = async (recordId: string) =>
    (await story.done("auditEvents.list", { recordId })).auditEvents.map(
      ({ operation }: { operation: string }) => operation,
    );

  it("returns the key, and a process that cached it refuses it within a second", async () => {
    const { id, secret } = await make();
    expect((await story.call("services.list", {}, secret)).status).toBe(200);

    const { apiKey } = await story.done("apiKeys.revoke", { apiKeyId: id });
    aSecondLater();

    expect(apiKey).toMatchObject({ id, revokedAt: expect.any(String) });
    expect(apiKey).not.toHaveProperty("secret");
    expect((await story.call("services.list", {}, secret)).status).toBe(401);
  });

  it("is idempotent", async () => {
    const { id } = await make();
    const first = await story.done("apiKeys.revoke", { apiKeyId: id });

    expect(await story.done("apiKeys.revoke", { apiKeyId: id })).toEqual(first);
  });

  it("refuses with 403 for a key with more scopes or a later expiry than the caller's", async () => {
    const { clock } = service();
    const mine = await make({ scopes: ["api-keys:write"], expiresAt: clock.in(3_600) });
    const wider = [
      await make({ scopes: ["*"], expiresAt: clock.in(60) }),
      await make({ scopes: ["api-keys:write", "services:read"], expiresAt: clock.in(60) }),
      await make({ scopes: ["api-keys:write"] }),
      await make({ scopes: ["api-keys:write"], expiresAt: clock.in(7_200) }),
    ];

    for (const { id, secret } of wider) {
      expect(await story.call("apiKeys.revoke", { apiKeyId: id }, mine.secret)).toMatchObject({
        status: 403,
        body: { error: "This API key may not perform this operation." },
      });
      expect((await story.call("apiKeys.revoke", { apiKeyId: id }, secret)).status).toBe(200);
    }
  });

  it("revokes the keys that it made, unless descendants are excluded", async () => {
    const [first, other] = [await make({}), await make({})];
    const second = await make({}, first.secret);
    const third = await make({}, second.secret);
    const revokedAtOf = async ({ id }: { id: string }) =>
      (await story.done("apiKeys.get", { apiKeyId: id })).apiKey.revokedAt;

    await story.done("apiKeys.revoke", { apiKeyId: first.id, descendants: false });
    expect(await revokedAtOf(second)).toBeNull();

    const input = { apiKeyId: first.id };
    const { status, body } = await story.call("apiKeys.revoke", input);
    expect({ status, body }).toMatchObject({ status: 200, body: { apiKey: { id: first.id } } });
    for (const one of [first, second, third]) {
      expect(await revokedAtOf(one)).toEqual(expect.any(String));
      expect(await operationsOn(one.id)).toContain("apiKeys.revoke");
    }
    expect(await revokedAtOf(other)).toBeNull();
  });

  it("revokes what the keys made that it replaced, once these have ended", async () => {
    const isRevoked = async ({ id }: { id: string }) =>
      (await story.done("apiKeys.get", { apiKeyId: id })).apiKey.revokedAt !== null;
    const rotate = async ({ id }: { id: string }, overlapSeconds: number, key?: string) =>
      (await story.call("apiKeys.rotate", { apiKeyId: id, overlapSeconds }, key)).body.apiKey;
    const first = await make();
    const made = await make({}, first.secret);
    const second = await rotate(first, 60);
    const third = await rotate(second, 0);

    await story.done("apiKeys.revoke", { apiKeyId: third.id });
    expect(await isRevoked(made)).toBe(false); // the first key still works, and answers for it

    service().clock.advance(60);
    await story.done("apiKeys.revoke", { apiKeyId: third.id });
    expect(await isRevoked(made)).toBe(true);
    expect(await operationsOn(made.id)).toContain("apiKeys.revoke");

    const [mine, thief] = [await make(), await make()];
    const kept = await make({}, mine.secret);
    const stolen = await rotate(mine, 0, thief.secret);
    await story.done("apiKeys.revoke", { apiKeyId: thief.id });
    expect(await isRevoked(stolen)).toBe(true);
    expect(await isRevoked(kept)).toBe(false); // the thief did not make it
  });

  it("revokes nothing if a descendant has gained more scopes than the caller", async () => {
    const { clock } = service();
    const mine = await make({ scopes: ["api-keys:write"], expiresAt: clock.in(3_600) });
    const old = await make({ scopes: ["api-keys:write"] });
    const { id } = await make({}, old.secret);
    await story.done("apiKeys.rotate", { apiKeyId: old.id, overlapSeconds: 60 });

    const input = { apiKeyId: old.id };
    expect((await story.call("apiKeys.revoke", input, mine.secret)).status).toBe(403);
    for (const apiKeyId of [old.id, id]) {
      const { apiKey } = await story.done("apiKeys.get", { apiKeyId });
      expect(apiKey.revokedAt).toBeNull();
    }
  });

  it("revokes thousands of descendants at once", async () => {
    const first = await make({});
    await service().parts.db.$executeRaw`
      INSERT INTO api_keys (id, name, scopes, hash, start, last_four, created_by, created_at)
      SELECT md5(${first.id} || n), 'made', '{*}', md5(${first.id} || n), 'usance_', 'last',
             ${first.id}, now()
        FROM generate_series(1, 10000) n`;

    await story.done("apiKeys.revoke", { apiKeyId: first.id });

    const where = { createdBy: first.id, revokedAt: null };
    expect(await service().parts.db.apiKey.count({ where })).toBe(0);
    await service().parts.db.apiKey.deleteMany({ where: { createdBy: first.id } });
  });

  it("refuses descendants that are no known word", () =>
    forRows(["yes", "", 1], async (descendants) => {
      const { status, body } = await story.call("apiKeys.revoke", { apiKeyId: "any", descendants });
      expect({ status, body }).toEqual({
        status: 400,
        body: { error: "descendants must be true or false." },
      });
    }));

  it("finds no key of another seller or of the platform", async () => {
    const [seller, other] = [await aSeller(service), await aSeller(service)];
    const { id } = await make();
    const ofOther = (await story.call("apiKeys.create", { name: "B" }, other.key)).body.apiKey.id;

    for (const apiKeyId of [id, ofOther, "unknown"]) {
      expect(await story.call("apiKeys.revoke", { apiKeyId }, seller.key)).toMatchObject({
        status: 404,
        body: { error: "API key was not found." },
      });
    }
  });
});
