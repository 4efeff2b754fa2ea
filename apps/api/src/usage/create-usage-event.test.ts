import { describe, expect, it } from "vitest";
import { onCitus } from "../../test/harness/database.ts";
import { restDoor } from "../../test/harness/doors.ts";
import { forRows } from "../../test/harness/for-rows.ts";
import { useService } from "../../test/harness/service.ts";
import { Story, statusesOf } from "../../test/harness/story.ts";
import { InvoiceRecord } from "../schemas/records.ts";

const service = useService();
const story = new Story(restDoor, service);

describe("recording usage", () => {
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

/* Usage that is recorded after its subscription has ended: events that were in flight. */

const clock = () => service().clock;

async function anEndedSubscription(atPeriodEnd: boolean) {
  const subscription = await story.aSubscription({ billingInterval: "DAY" });
  clock().advance(60);
  const of = { subscriptionId: subscription.id };
  await story.done("subscriptions.cancel", atPeriodEnd ? { ...of, atPeriodEnd } : of);
  if (atPeriodEnd) clock().set(subscription.currentPeriodEnd);
  const { subscription: ended } = await story.done("subscriptions.get", of);
  return { subscription, endedAt: Date.parse(ended.endedAt) };
}

it.each([false, true])(
  "usage that occurred before the end is accepted for an hour, and no other (at the period's end: %s)",
  async (atPeriodEnd) => {
    const { subscription, endedAt } = await anEndedSubscription(atPeriodEnd);
    const at = (ms: number) => new Date(endedAt + ms).toISOString();
    const record = async (occurredAt?: string, charge: object = {}) =>
      (
        await story.call(
          "usageEvents.create",
          story.usageOf(subscription, { occurredAt, ...charge }),
        )
      ).status;
    const { serviceId, userId } = subscription;
    const charged = async () => {
      if (onCitus) return {};
      const { balance } = await story.done("balances.create", { serviceId, userId });
      await story.aGrant(balance.id, "5");
      return { balanceId: balance.id, charge: "1" };
    };

    clock().advance(3_590);
    const charge = await charged();
    expect([await record(at(-1)), await record(at(-1), charge)]).toEqual([201, 201]);
    expect([await record(at(0)), await record(), await record(at(0), charge)]).toEqual([
      409, 409, 409,
    ]);
    const batch = [at(-1), at(0), undefined].map((occurredAt) =>
      story.usageOf(subscription, { occurredAt }),
    );
    const { results } = await story.done("usageEvents.batch", { usageEvents: batch });
    expect(statusesOf(results)).toEqual([201, 409, 409]);

    const again = story.usageOf(subscription, { occurredAt: at(-2) });
    await story.done("usageEvents.create", again);
    expect(await story.refusal("usageEvents.create", again)).toBe(
      "409 A database record with these unique fields already exists.",
    );

    clock().advance(11);
    expect([await record(at(-1)), await record(at(-1), charge)]).toEqual([409, 409]);
  },
);
