import { describe, expect, it } from "vitest";
import { restDoor } from "../../../../test/harness/doors.ts";
import { forRows } from "../../../../test/harness/for-rows.ts";
import { useService } from "../../../../test/harness/service.ts";
import { aSeller, Story } from "../../../../test/harness/story.ts";
import { scopes } from "../../../schemas/nouns.ts";

const service = useService();

const notAllowed = { error: "This API key may not perform this operation." };

describe("apiKeys.create", () => {
  const platform = new Story(restDoor, service);
  const make = async (input: object, key?: string) =>
    (await platform.call("apiKeys.create", { name: "A key", ...input }, key)).body;

  it("returns the secret once, and the other fields on every read", async () => {
    const expiresAt = service().clock.in(3_600);
    const { status, body, headers } = await platform.call("apiKeys.create", {
      name: "Metering",
      scopes: ["usage-events:write"],
      expiresAt,
    });
    const { secret, ...shown } = body.apiKey;

    expect(status).toBe(201);
    expect(headers.get("location")).toBe(`/api/v1/api-keys/${shown.id}`);
    expect(secret).toMatch(/^usance_[0-9A-Za-z]{36}$/);
    expect(shown).toMatchObject({
      name: "Metering",
      userId: null,
      scopes: ["usage-events:write"],
      start: secret.slice(0, 11),
      lastFour: secret.slice(-4),
      replacesId: null,
      createdBy: null,
      expiresAt,
      revokedAt: null,
    });
    expect(await platform.done("apiKeys.get", { apiKeyId: shown.id })).toEqual({ apiKey: shown });
  });

  it("creates a key that works for exactly its scopes", async () => {
    const { apiKey } = await make({ scopes: ["services:read"] });

    expect((await platform.call("services.list", {}, apiKey.secret)).status).toBe(200);
    const refused = await platform.call("services.create", { name: "A" }, apiKey.secret);
    expect(refused).toMatchObject({ status: 403, body: notAllowed });
  });

  it("lets the platform create a key for any seller, and a seller only for itself", async () => {
    const [seller, other] = [await aSeller(service), await aSeller(service)];

    expect(await make({ userId: seller.id })).toMatchObject({ apiKey: { userId: seller.id } });
    expect(await make({}, seller.key)).toMatchObject({ apiKey: { userId: seller.id } });
    expect(await make({ userId: seller.id }, seller.key)).toMatchObject({
      apiKey: { userId: seller.id },
    });
    const unknown = { error: "Referenced database record was not found." };
    expect(await make({ userId: other.id }, seller.key)).toEqual(unknown);
    expect(await make({ userId: "nobody" }, seller.key)).toEqual(unknown);
    expect(await make({ userId: "nobody" })).toEqual(unknown);
  });

  it("refuses scopes that the maker lacks", async () => {
    const { apiKey } = await make({ scopes: ["api-keys:write", "services:read"] });
    const asked = (scopes: string[]) => make({ scopes }, apiKey.secret);

    expect(await asked(["services:read"])).toHaveProperty("apiKey");
    expect(await asked(["services:read", "services:write"])).toEqual(notAllowed);
    expect(await asked(["*"])).toEqual(notAllowed);
    expect(await make({}, apiKey.secret)).toMatchObject({
      apiKey: { scopes: ["api-keys:write", "services:read"] },
    });
  });

  it("records the maker of the key", async () => {
    const { apiKey: maker } = await make({});
    const { apiKey } = await make({}, maker.secret);

    expect(maker.createdBy).toBeNull();
    expect(apiKey.createdBy).toBe(maker.id);
  });

  it("refuses a maker whose expiry was just moved forward", async () => {
    const { apiKey: maker } = await make({});
    await make({}, maker.secret); // the process knows it as one without an end
    const overlapSeconds = 60;
    await platform.done("apiKeys.rotate", { apiKeyId: maker.id, overlapSeconds });
    const ending = (await platform.done("apiKeys.get", { apiKeyId: maker.id })).apiKey;

    const { apiKey } = await make({}, maker.secret);

    expect(apiKey.expiresAt).toBe(ending.expiresAt);
  });

  it("refuses a key that would outlive its maker", async () => {
    const { clock } = service();
    const expiresAt = clock.in(3_600);
    const { apiKey } = await make({ expiresAt });
    const asked = (input: object) => make(input, apiKey.secret);

    expect(await asked({})).toMatchObject({ apiKey: { expiresAt } });
    expect(await asked({ expiresAt: clock.in(60) })).toHaveProperty("apiKey");
    expect(await asked({ expiresAt: clock.in(7_200) })).toEqual(notAllowed);
  });

  it("refuses an input that breaks a rule", () =>
    forRows(
      [
        [{ name: "" }, "name is required."],
        [{ scopes: [] }, `scopes must be a list of 1 to ${scopes.length}.`],
        [{ scopes: "services:read" }, `scopes must be a list of 1 to ${scopes.length}.`],
        [{ scopes: ["services:delete"] }, /^scopes\.0 must be one of: \*, services:read, /],
        [{ expiresAt: "tomorrow" }, "expiresAt must be an ISO 8601 date-time."],
      ],
      async (input, message) => {
        expect(await make(input)).toEqual({ error: expect.stringMatching(message) });
      },
    ));
});
