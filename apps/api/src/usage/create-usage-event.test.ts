import { describe, expect, it } from "vitest";
import { restDoor } from "../../test/harness/doors.ts";
import { forRows } from "../../test/harness/for-rows.ts";
import { useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";
import { InvoiceRecord } from "../schemas/records.ts";

const service = useService();

describe("recording usage", () => {
  const story = new Story(restDoor, service);

  it("answers 201 with the event and all nested records", async () => {
    const invoice = await story.anInvoice();
    const subscription = (
      await story.done("subscriptions.get", { subscriptionId: invoice.subscriptionId })
    ).subscription;
    const input = story.usageOf(subscription, {
      quantity: "2.5",
      invoiceId: invoice.id,
      occurredAt: "2020-02-29T23:59:59.999-05:00",
    });

    const { status, body } = await story.call("usageEvents.create", input);

    expect(status).toBe(201);
    const { service: sold, user } = invoice;
    expect(body.usageEvent).toEqual({
      id: expect.any(String),
      serviceId: subscription.serviceId,
      subscriptionId: subscription.id,
      userId: subscription.userId,
      invoiceId: invoice.id,
      eventKey: input.eventKey,
      quantity: "2.500000",
      occurredAt: "2020-03-01T04:59:59.999Z",
      createdAt: expect.any(String),
      invoice: Object.fromEntries(
        Object.keys(InvoiceRecord.shape).map((field) => [field, invoice[field]]),
      ),
      service: sold,
      subscription,
      user,
      void: null,
    });
    const read = await story.done("invoices.get", { invoiceId: invoice.id });
    expect(read.invoice.usageEvents).toMatchObject([{ id: body.usageEvent.id }]);
  });

  it("defaults to now and to no invoice", async () => {
    const usageEvent = await story.aUsageEvent(await story.aSubscription());

    expect(usageEvent).toMatchObject({ invoiceId: null, invoice: null });
    expect(usageEvent.occurredAt).toBe(usageEvent.createdAt);
  });

  it("records one of twenty equal concurrent events and refuses nineteen", async () => {
    const event = story.usageOf(await story.aSubscription());

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => story.call("usageEvents.create", event)),
    );

    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(19).fill(409)]);
  });

  it("drops the digits below the millisecond of a time", async () => {
    const subscription = await story.aSubscription();
    const usageEvent = await story.aUsageEvent(subscription, {
      occurredAt: "2026-01-31t12:00:00.123987654z",
    });

    expect(usageEvent.occurredAt).toBe("2026-01-31T12:00:00.123Z");
  });

  it("distinguishes keys by every character", async () => {
    const subscription = await story.aSubscription();
    for (const eventKey of ["a", "A", "a ", "\u00e1", "a\u0301", "😀", "x".repeat(255)]) {
      const { status } = await story.call(
        "usageEvents.create",
        story.usageOf(subscription, { eventKey }),
      );
      expect(status).toBe(201);
    }
  });

  it("refuses fields that break a rule", () =>
    forRows(
      [
        [{ eventKey: "x".repeat(256) }, "eventKey must be at most 255 characters."],
        [{ eventKey: "a\0b" }, "eventKey must not contain null characters."],
        [{ eventKey: "\ud800" }, "eventKey must be valid Unicode text."],
        [
          { quantity: -1 },
          "quantity must be a non-negative decimal with at most six decimal places.",
        ],
        [{ occurredAt: "yesterday" }, "occurredAt must be an ISO 8601 date-time."],
      ],
      async (fields, error) => {
        const any = { id: "any", serviceId: "any", userId: "any" };

        expect(await story.refusal("usageEvents.create", story.usageOf(any, fields))).toBe(
          `400 ${error}`,
        );
      },
    ));
});
