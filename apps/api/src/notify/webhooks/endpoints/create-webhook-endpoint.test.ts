import { describe, expect, it } from "vitest";
import { restDoor } from "../../../../test/harness/doors.ts";
import { forRows } from "../../../../test/harness/for-rows.ts";
import { useService } from "../../../../test/harness/service.ts";
import { aSeller, Story } from "../../../../test/harness/story.ts";
import { eventTypes } from "../../../schemas/events.ts";

/** Every type, and `*`. */
const listRule = `events must be a list of 1 to ${eventTypes.length + 1}.`;

const service = useService({ WEBHOOK_ALLOW_PRIVATE: "0" });
const url = "https://example.com/hook";

describe("webhookEndpoints.create", () => {
  const story = new Story(restDoor, service);
  const make = async (input: object, key?: string) =>
    (await story.call("webhookEndpoints.create", { url, ...input }, key)).body;

  it("returns the secret once, and the endpoint on every read", async () => {
    const { status, body, headers } = await story.call("webhookEndpoints.create", { url });
    const { secret, ...shown } = body.webhookEndpoint;

    expect(status).toBe(201);
    expect(headers.get("location")).toBe(`/api/v1/webhook-endpoints/${shown.id}`);
    expect(secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/);
    expect(shown).toMatchObject({
      url,
      events: ["*"],
      serviceId: null,
      ownerId: null,
      status: "ENABLED",
      disabledReason: null,
      failingSince: null,
    });
    const webhookEndpointId = shown.id;
    expect(await story.done("webhookEndpoints.get", { webhookEndpointId })).toEqual({
      webhookEndpoint: shown,
    });
  });

  it("lets the platform create endpoints for any seller, and a seller only for itself", async () => {
    const [seller, other] = [await aSeller(service), await aSeller(service)];
    const owned = { webhookEndpoint: { ownerId: seller.id } };
    const { id: serviceId } = await new Story(restDoor, service, other).aService();

    expect(await make({ ownerId: seller.id })).toMatchObject(owned);
    expect(await make({}, seller.key)).toMatchObject(owned);
    expect(await make({ ownerId: seller.id }, seller.key)).toMatchObject(owned);
    const unknown = { error: "Referenced database record was not found." };
    expect(await make({ ownerId: other.id }, seller.key)).toEqual(unknown);
    expect(await make({ ownerId: "nobody" })).toEqual(unknown);
    expect(await make({ serviceId }, seller.key)).toEqual(unknown);
    expect(await make({ serviceId, ownerId: seller.id })).toEqual(unknown);
    expect(await make({ serviceId: "nothing" })).toEqual(unknown);
  });

  it("allows fifty per seller, also concurrently, and another after a deletion", async () => {
    const [seller, other] = [await aSeller(service), await aSeller(service)];
    const asked = await Promise.all(Array.from({ length: 60 }, () => make({}, seller.key)));

    const made = asked.flatMap(({ webhookEndpoint }) => webhookEndpoint ?? []);
    expect(made).toHaveLength(50);
    expect(asked.filter(({ error }) => error !== undefined)).toEqual(
      Array(10).fill({ error: "A seller can have at most 50 webhook endpoints." }),
    );
    expect(await make({ ownerId: other.id })).toHaveProperty("webhookEndpoint");

    await story.done("webhookEndpoints.delete", { webhookEndpointId: made[0].id });
    expect(await make({ ownerId: seller.id })).toHaveProperty("webhookEndpoint");
  });

  it("accepts an address, and returns it as parsed", () =>
    forRows(
      [
        ["https://example.com:8443/hook?a=b", "https://example.com:8443/hook?a=b"],
        ["https://93.184.216.34", "https://93.184.216.34/"],
        [
          "https://[2606:2800:220:1:248:1893:25c8:1946]/",
          "https://[2606:2800:220:1:248:1893:25c8:1946]/",
        ],
        ["https://пример.example/hook", "https://xn--e1afmkfd.example/hook"],
      ],
      async (given, url) => {
        const { webhookEndpoint } = await make({ url: given });
        expect(webhookEndpoint).toMatchObject({ url });
        const { id: webhookEndpointId } = webhookEndpoint;
        expect(await story.done("webhookEndpoints.get", { webhookEndpointId })).toMatchObject({
          webhookEndpoint: { url },
        });
      },
    ));

  it("refuses what is no public https address", () =>
    forRows(
      [
        ["", "url is required."],
        [5, "url must be a string."],
        ["example.com/hook", "url must be an https address."],
        ["http://example.com/hook", "url must be an https address."],
        ["ftp://example.com/hook", "url must be an https address."],
        ["file:///etc/passwd", "url must be an https address."],
        ["javascript:alert(1)", "url must be an https address."],
        ["https://", "url must be an https address."],
        [`https://example.com/${"é".repeat(400)}`, "url must be at most 2048 characters."],
        [`https://example.com/${"a".repeat(2_048)}`, "url must be at most 2048 characters."],
        ["https://user@example.com/", "url must not contain a user name or a password."],
        ["https://user:secret@example.com/", "url must not contain a user name or a password."],
        ["https://127.0.0.1/", "url must be a public address."],
        ["https://[::1]/", "url must be a public address."],
        ["https://169.254.169.254/latest/meta-data", "url must be a public address."],
        ["https://localhost/", "url must be a public address."],
        ["https://hooks.localhost./", "url must be a public address."],
      ],
      async (given, error) => {
        expect(await make({ url: given })).toEqual({ error });
      },
    ));

  it("refuses an empty list of events, and an unknown event", () =>
    forRows(
      [
        [{ events: [] }, listRule],
        [{ events: "*" }, listRule],
        [{ events: ["invoice.eaten"] }, /^events\.0 must be one of: \*, checkout_session\.paid, /],
      ],
      async (input, message) => {
        expect(await make(input)).toEqual({ error: expect.stringMatching(message) });
      },
    ));
});
