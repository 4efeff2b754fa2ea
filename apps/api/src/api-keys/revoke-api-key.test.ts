import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { doors } from "../../test/harness/doors.ts";
import { useService } from "../../test/harness/service.ts";
import { aSeller, Story } from "../../test/harness/story.ts";

const service = useService();

describe.each(doors)("apiKeys.revoke through $name", (door) => {
  const story = new Story(door, service);
  const make = async () => (await story.done("apiKeys.create", { name: "A key" })).apiKey;

  it("answers with the key, and a process that knew it refuses it within a second", async () => {
    const { id, secret } = await make();
    expect((await story.call("services.list", {}, secret)).status).toBe(200);

    const { apiKey } = await story.done("apiKeys.revoke", { apiKeyId: id });
    await sleep(1_000);

    expect(apiKey).toMatchObject({ id, revokedAt: expect.any(String) });
    expect(apiKey).not.toHaveProperty("secret");
    expect((await story.call("services.list", {}, secret)).status).toBe(401);
  });

  it("answers the same when done again", async () => {
    const { id } = await make();
    const first = await story.done("apiKeys.revoke", { apiKeyId: id });

    expect(await story.done("apiKeys.revoke", { apiKeyId: id })).toEqual(first);
  });

  it("finds no key of another seller, nor of the platform", async () => {
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
