import { describe, expect, it } from "vitest";
import { restDoor } from "../../../../test/harness/doors.ts";
import { useService } from "../../../../test/harness/service.ts";
import { Story } from "../../../../test/harness/story.ts";
import { giveUpStragglers } from "../../../outbox/store.ts";

const service = useService({ WEBHOOK_ALLOW_PRIVATE: "0" });

describe("webhookEndpoints.update", () => {
  const story = new Story(restDoor, service);
  const update = async (webhookEndpointId: string, fields: object) =>
    (await story.call("webhookEndpoints.update", { webhookEndpointId, ...fields })).body;
  const pendingOf = async (endpointId: string) =>
    (await story.done("webhookDeliveries.list", { endpointId, status: "PENDING" }))
      .webhookDeliveries;

  it("changes only the given fields", async () => {
    const { secret: _, ...endpoint } = await story.aWebhookEndpoint({ events: ["invoice.paid"] });
    const url = "https://example.com/other";

    const changed = await update(endpoint.id, { url, events: ["*", "*"] });

    expect(changed.webhookEndpoint).toEqual({
      ...endpoint,
      url,
      events: ["*"],
      updatedAt: expect.any(String),
    });
  });

  it("fails pending deliveries when disabled, and creates no more", async () => {
    const endpoint = await story.aWebhookEndpoint();
    const webhookEndpointId = endpoint.id;
    const { webhookDelivery } = await story.done("webhookEndpoints.test", { webhookEndpointId });
    expect(await pendingOf(endpoint.id)).toHaveLength(1);

    await update(endpoint.id, { status: "DISABLED" });

    expect(await pendingOf(endpoint.id)).toEqual([]);
    expect(
      await story.done("webhookDeliveries.get", { webhookDeliveryId: webhookDelivery.id }),
    ).toMatchObject({
      webhookDelivery: {
        status: "FAILED",
        reason: "The endpoint was disabled.",
        nextAttemptAt: null,
      },
    });
    const session = await story.aCheckoutSession();
    await story.done("checkoutSessions.cancel", { checkoutSessionId: session.id });
    expect(await pendingOf(endpoint.id)).toEqual([]);
  });

  it("fails a delivery written at the moment of disabling with the next job", async () => {
    const endpoint = await story.aWebhookEndpoint();
    const webhookEndpointId = endpoint.id;
    await story.done("webhookEndpoints.test", { webhookEndpointId });
    const { parts } = service();
    await parts.db.webhookEndpoint.update({
      where: { id: endpoint.id },
      data: { status: "DISABLED" },
    });

    await giveUpStragglers(parts);

    expect(await pendingOf(endpoint.id)).toEqual([]);
  });

  it("clears the failures when enabled again", async () => {
    const { id } = await story.aWebhookEndpoint();
    await service().parts.db.webhookEndpoint.update({
      where: { id },
      data: { status: "DISABLED", disabledReason: "It failed.", failingSince: new Date(0) },
    });

    expect(await update(id, { status: "ENABLED" })).toMatchObject({
      webhookEndpoint: { status: "ENABLED", disabledReason: null, failingSince: null },
    });
  });

  it("refuses a bad URL, a bad status and an unknown endpoint", async () => {
    const { id } = await story.aWebhookEndpoint();

    expect(await update(id, { url: "https://10.0.0.1/" })).toEqual({
      error: "url must be a public address.",
    });
    expect(await update(id, { status: "PAUSED" })).toEqual({
      error: "status must be one of: ENABLED, DISABLED.",
    });
    expect(await update("unknown", {})).toEqual({ error: "Webhook endpoint was not found." });
  });
});
