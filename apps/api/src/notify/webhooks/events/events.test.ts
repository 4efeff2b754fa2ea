import { describe, expect, it } from "vitest";
import { restDoor } from "../../../../test/harness/doors.ts";
import { forRows } from "../../../../test/harness/for-rows.ts";
import { useService } from "../../../../test/harness/service.ts";
import { aSeller, Story } from "../../../../test/harness/story.ts";
import { forgetOldEvents } from "../../../outbox/store.ts";
import { eventTypes } from "../../../schemas/events.ts";

const service = useService();

interface Shown {
  readonly type: string;
  readonly createdAt: string;
}

describe("events", () => {
  const platform = new Story(restDoor, service);

  it("lists a seller's own events, newest first, each as it was when it happened", async () => {
    const seller = await aSeller(service);
    const story = new Story(restDoor, service, seller);
    await platform.anInvoice();
    const invoice = await story.anInvoice({ status: "OPEN" });
    const { invoice: voided } = await story.done("invoices.void", { invoiceId: invoice.id });

    const { events } = await story.done("events.list", {});

    // What happened in one moment is in no order.
    const times = events.map((one: Shown) => one.createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(events.map((one: Shown) => one.type).sort()).toEqual([
      "checkout_session.paid",
      "invoice.created",
      "invoice.opened",
      "invoice.voided",
      "subscription.created",
    ]);
    const ofType = async (type: string) => (await story.done("events.list", { type })).events;
    const { usageEvents: _, ...created } = invoice;
    expect(await ofType("invoice.created")).toMatchObject([{ data: { invoice: created } }]);
    const [event] = await ofType("invoice.voided");
    const { usageEvents: __, ...summary } = voided;
    expect(event.data).toEqual({ invoice: summary });
    expect(await story.done("events.get", { eventId: event.id })).toEqual({ event });
  });

  it("a sample of every type matches the documentation and is marked as a test", async () => {
    const { id: webhookEndpointId } = await platform.aWebhookEndpoint();
    await forRows(eventTypes, async (type) => {
      const { webhookDelivery } = await platform.done("webhookEndpoints.test", {
        webhookEndpointId,
        type,
      });

      // The REST door holds every answer against the document.
      const { event } = await platform.done("events.get", { eventId: webhookDelivery.eventId });
      expect(event).toMatchObject({ type, test: true });
    });
  });
});

it("an event is deleted after 30 days, with its deliveries", async () => {
  const story = new Story(restDoor, service);
  const { id: webhookEndpointId } = await story.aWebhookEndpoint();
  const { webhookDelivery: old } = await story.done("webhookEndpoints.test", { webhookEndpointId });
  service().clock.advance(30 * 86_400);
  const { webhookDelivery: young } = await story.done("webhookEndpoints.test", {
    webhookEndpointId,
  });

  await forgetOldEvents(service().parts);

  const { db } = service().parts;
  expect((await db.webhookEvent.findMany()).map(({ id }) => id)).toEqual([young.eventId]);
  expect(await db.webhookDelivery.findUnique({ where: { id: old.id } })).toBeNull();
});
