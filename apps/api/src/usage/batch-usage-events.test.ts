import { describe, expect, it } from "vitest";
import { restDoor } from "../../test/harness/doors.ts";
import { forRows } from "../../test/harness/for-rows.ts";
import { testKey, useService } from "../../test/harness/service.ts";
import { aSeller, Story, statusesOf } from "../../test/harness/story.ts";

const service = useService();

const duplicate = {
  status: 409,
  error: "A database record with these unique fields already exists.",
  code: "usage_event_already_recorded",
  param: "eventKey",
};

describe("recording a batch", () => {
  const story = new Story(restDoor, service);

  it("records valid events, returns an error for each other one, and keeps the order", async () => {
    const subscription = await story.aSubscription();
    const cancelled = await story.aSubscription();
    await story.done("subscriptions.cancel", { subscriptionId: cancelled.id });
    const foreign = await story.anInvoice();
    const good = story.usageOf(subscription, { quantity: "2.5" });
    const { quantity: _, ...unsaid } = story.usageOf(subscription);
    const last = story.usageOf(subscription);

    const { status, body } = await story.call("usageEvents.batch", {
      usageEvents: [
        good,
        unsaid,
        story.usageOf(subscription, { invoiceId: foreign.id }),
        story.usageOf(subscription, { userId: foreign.userId }),
        story.usageOf(cancelled),
        { ...good, quantity: "3" },
        "no object",
        last,
      ],
    });

    expect(status).toBe(200);
    expect(body.results).toEqual([
      { status: 201, usageEvent: expect.objectContaining({ ...good, quantity: "2.500000" }) },
      { status: 400, error: "quantity is required.", code: "missing_parameter", param: "quantity" },
      {
        status: 400,
        error: "Invoice does not match the usage event service and user.",
        code: "usage_invoice_mismatch",
        param: "invoiceId",
      },
      {
        status: 404,
        error: "Subscription was not found for the service and user.",
        code: "subscription_not_of_service_and_user",
        param: "subscriptionId",
      },
      {
        status: 409,
        error: "Usage can only be recorded against an ACTIVE subscription.",
        code: "subscription_not_active",
      },
      duplicate,
      {
        status: 400,
        error: "Usage event must be a JSON object.",
        code: "usage_event_not_json_object",
      },
      { status: 201, usageEvent: expect.objectContaining({ eventKey: last.eventKey }) },
    ]);
    const usage = { subscriptionId: subscription.id };
    expect((await story.done("usageEvents.summary", usage)).summary).toMatchObject({
      quantity: "3.500000",
      count: 2,
    });
  });

  it("records the first of several events with the same key, however many there are", async () => {
    const subscription = await story.aSubscription();
    const keys = Array.from({ length: 200 }, (_, n) => `key ${n}`);
    const usageEvents = ["1", "2", "3"].flatMap((quantity) =>
      keys.map((eventKey) => story.usageOf(subscription, { eventKey, quantity })),
    );

    const { results } = await story.done("usageEvents.batch", { usageEvents });

    const statuses = statusesOf(results);
    expect(statuses).toEqual([...Array(200).fill(201), ...Array(400).fill(409)]);
  });

  it("records nothing twice on a repeat", async () => {
    const subscription = await story.aSubscription();
    const usageEvents = Array.from({ length: 1_000 }, () => story.usageOf(subscription));
    const first = await story.done("usageEvents.batch", { usageEvents });

    const { results } = await story.done("usageEvents.batch", { usageEvents });

    expect(new Set(statusesOf(first.results))).toEqual(new Set([201]));
    expect(results).toEqual(Array(1_000).fill(duplicate));
  });

  it("returns the same response to a repeat with its Idempotency-Key", async () => {
    const subscription = await story.aSubscription();
    const input = { usageEvents: [story.usageOf(subscription), story.usageOf(subscription)] };
    const send = () =>
      restDoor.call(service().url, "usageEvents.batch", input, testKey, {
        "Idempotency-Key": "b-1",
      });
    const first = await send();

    const again = await send();

    expect(again.body).toEqual(first.body);
    expect(first.headers.get("Idempotent-Replayed")).toBeNull();
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
  });

  it("refuses a different event under the batch's Idempotency-Key", async () => {
    const [one, other] = [await story.aSubscription(), await story.aSubscription()].map((of) =>
      story.usageOf(of),
    );
    const send = (...usageEvents: unknown[]) =>
      restDoor.call(service().url, "usageEvents.batch", { usageEvents }, testKey, {
        "Idempotency-Key": "b-2",
      });
    await send(one);

    const { body } = await send({ ...one, quantity: "2" }, other);

    expect(body.results).toMatchObject([
      {
        status: 422,
        error: "Idempotency-Key was used with another request.",
        code: "idempotency_key_reused",
      },
      { status: 201 },
    ]);
  });

  it("refuses a value that is not a list, an empty list and a list that is too long", () =>
    forRows(
      [
        [[], "usageEvents must be a list of 1 to 1000."],
        [Array(1_001).fill({}), "usageEvents must be a list of 1 to 1000."],
        [undefined, "usageEvents is required."],
      ],
      async (usageEvents, error) => {
        expect(await story.refusal("usageEvents.batch", { usageEvents })).toBe(`400 ${error}`);
      },
    ));
});

it("accepts events only for the seller's own subscriptions", async () => {
  const ours = new Story(restDoor, service, await aSeller(service));
  const theirs = new Story(restDoor, service, await aSeller(service));
  const usageEvents = [
    ours.usageOf(await ours.aSubscription()),
    ours.usageOf(await theirs.aSubscription()),
  ];

  const { results } = await ours.done("usageEvents.batch", { usageEvents });

  expect(statusesOf(results)).toEqual([201, 404]);
});
