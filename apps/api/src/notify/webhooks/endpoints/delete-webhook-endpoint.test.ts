import { describe, expect, it } from "vitest";
import { restDoor } from "../../../../test/harness/doors.ts";
import { useService } from "../../../../test/harness/service.ts";
import { Story } from "../../../../test/harness/story.ts";

const service = useService();

describe("webhookEndpoints.delete", () => {
  const story = new Story(restDoor, service);
  const notFound = { status: 404, body: { error: "Webhook endpoint was not found." } };

  it("returns the deleted endpoint, which then is 404", async () => {
    const { secret: _, ...endpoint } = await story.aWebhookEndpoint();
    const { ownerId } = endpoint;
    const input = { webhookEndpointId: endpoint.id };

    expect(await story.done("webhookEndpoints.delete", input)).toEqual({
      webhookEndpoint: endpoint,
    });

    for (const operation of ["get", "update", "delete", "rotateSecret", "test"]) {
      expect(await story.call(`webhookEndpoints.${operation}`, input)).toMatchObject(notFound);
    }
    const { webhookEndpoints } = await story.done("webhookEndpoints.list", { limit: 100 });
    expect(webhookEndpoints.filter((one: { ownerId: string }) => one.ownerId === ownerId)).toEqual(
      [],
    );
  });

  it("keeps the delivery log, with pending deliveries failed", async () => {
    const { id: webhookEndpointId } = await story.aWebhookEndpoint();
    const { webhookDelivery } = await story.done("webhookEndpoints.test", { webhookEndpointId });
    const input = { webhookDeliveryId: webhookDelivery.id };

    await story.done("webhookEndpoints.delete", { webhookEndpointId });

    expect(await story.done("webhookDeliveries.get", input)).toMatchObject({
      webhookDelivery: { status: "FAILED", reason: "The endpoint was deleted." },
    });
    expect(await story.call("webhookDeliveries.redeliver", input)).toMatchObject(notFound);
  });
});
