import { beforeEach, describe, expect, it } from "vitest";
import { arrivals, attempted, useDeliverer } from "../../../../test/harness/deliveries.ts";
import { restDoor } from "../../../../test/harness/doors.ts";
import { answerWith, useReceiver, verified } from "../../../../test/harness/receiver.ts";
import { useService } from "../../../../test/harness/service.ts";
import { aSeller, Story } from "../../../../test/harness/story.ts";
import { until } from "../../../../test/harness/until.ts";

const service = useService();
const receiver = useReceiver();
useDeliverer(service);
const story = new Story(restDoor, service);

let path = "";
let paths = 0;
beforeEach(() => {
  paths += 1;
  path = `/${paths}`;
  receiver().answer = answerWith(204);
});

/** An endpoint of the platform's whose webhooks come to this test's path. */
const anEndpoint = async (fields: object = {}) => {
  const url = receiver().url + path;
  return (await story.done("webhookEndpoints.create", { url, ...fields })).webhookEndpoint;
};
const pay = async (checkoutSessionId: string) => {
  const input = { checkoutSessionId, user: { email: "payer@example.com" } };
  return (await story.done("checkoutSessions.complete", input)).checkoutSession;
};
/** A sample on its way. */
const aTest = async (webhookEndpointId: string, fields: object = {}) => {
  const input = { webhookEndpointId, ...fields };
  return (await story.done("webhookEndpoints.test", input)).webhookDelivery;
};

it("sends checkout_session.paid when a session is paid and a subscription created", async () => {
  const session = await story.aCheckoutSession();
  const { secret } = await anEndpoint({ events: ["checkout_session.paid"] });

  const checkoutSession = await pay(session.id);

  const [webhook] = await arrivals(receiver(), path, 1);
  expect(webhook && verified(secret, webhook)).toMatchObject({
    type: "checkout_session.paid",
    data: { checkoutSession },
  });
  expect(checkoutSession.subscriptions).toMatchObject([{ status: "ACTIVE" }]);
});

it("sends the event as its GET returns it, under its id", async () => {
  const session = await story.aCheckoutSession();
  const { secret } = await anEndpoint({ events: ["subscription.created"] });
  await pay(session.id);

  const [webhook] = await arrivals(receiver(), path, 1);
  if (webhook === undefined) throw new Error("One has come.");
  const eventId = webhook.headers["webhook-id"];
  const { event } = await story.done("events.get", { eventId });
  expect(verified(secret, webhook)).toEqual(event);
  expect(JSON.stringify(event)).toBe(webhook.body); // the order of the fields too
  expect(webhook.headers["content-type"]).toBe("application/json");
});

it("sends an endpoint only its owner's or service's events of its types", async () => {
  const [one, other] = [await aSeller(service), await aSeller(service)];
  const [session, others] = await Promise.all(
    [one, other].map((seller) => new Story(restDoor, service, seller).aCheckoutSession()),
  );
  await anEndpoint({ ownerId: one.id, events: ["subscription.created"] });
  await pay(others.id);
  await pay(session.id);
  const elsewhere = `${path}/service`;
  await anEndpoint({ url: receiver().url + elsewhere, serviceId: others.serviceId });
  await story.done("checkoutSessions.cancel", {
    checkoutSessionId: (await story.aCheckoutSession()).id,
  });
  const { id } = await anEndpoint({ url: receiver().url + elsewhere, events: ["invoice.paid"] });
  await aTest(id);

  const [webhook] = await arrivals(receiver(), path, 1);
  await arrivals(receiver(), elsewhere, 1);
  expect(JSON.parse(webhook?.body ?? "")).toMatchObject({
    type: "subscription.created",
    data: { subscription: { serviceId: session.serviceId } },
  });
  const came = receiver().received.filter((one) => one.path.startsWith(path));
  expect(came).toHaveLength(2);
});

it("signs with both secrets for a day after a rotation, then only with the new one", async () => {
  const { id, secret: old } = await anEndpoint();
  const { webhookEndpoint } = await story.done("webhookEndpoints.rotateSecret", {
    webhookEndpointId: id,
  });
  await aTest(id);
  const [during] = await arrivals(receiver(), path, 1);
  service().clock.advance(24 * 3_600 + 1);
  await aTest(id);
  const [, after] = await arrivals(receiver(), path, 2);
  if (during === undefined || after === undefined) throw new Error("Both have come.");

  expect(webhookEndpoint.secret).not.toBe(old);
  for (const secret of [old, webhookEndpoint.secret]) verified(secret, during);
  verified(webhookEndpoint.secret, after);
  expect(() => verified(old, after)).toThrow();
});

describe("when the endpoint fails", () => {
  it("retries under the same id, and logs the result of each attempt", async () => {
    receiver().answer = answerWith(500, "upstream is down");
    const { id, secret } = await anEndpoint();
    const { id: deliveryId } = await aTest(id);
    const failed = await attempted(story, deliveryId, 1);
    receiver().answer = answerWith(200, "thanks");
    service().clock.advance(6);
    const done = await attempted(story, deliveryId, 2);

    expect(failed).toMatchObject({
      status: "PENDING",
      reason: null,
      attempts: [{ statusCode: 500, response: "upstream is down", error: null }],
    });
    const pause = Date.parse(failed.nextAttemptAt) - Date.parse(failed.attempts[0].attemptedAt);
    expect(pause).toBeGreaterThanOrEqual(4_500);
    expect(pause).toBeLessThan(10_000); // the clock advances with each read
    expect(done).toMatchObject({
      status: "DELIVERED",
      nextAttemptAt: null,
      attempts: [{ statusCode: 500 }, { statusCode: 200, response: "thanks" }],
    });
    const [first, second] = await arrivals(receiver(), path, 2);
    if (first === undefined || second === undefined) throw new Error("Both have come.");
    expect(first.headers["webhook-id"]).toBe(second.headers["webhook-id"]);
    for (const webhook of [first, second]) verified(secret, webhook);
  });

  it("gives up after ten attempts with a reason", async () => {
    receiver().answer = answerWith(404);
    const { id } = await anEndpoint();
    const { id: deliveryId } = await aTest(id);
    for (let count = 1; count < 10; count++) {
      service().clock.set((await attempted(story, deliveryId, count)).nextAttemptAt);
    }

    expect(await attempted(story, deliveryId, 10)).toMatchObject({
      status: "FAILED",
      nextAttemptAt: null,
      reason: "It failed 10 times.",
    });
  });

  it("reports why no response came", async () => {
    const { id } = await anEndpoint({ url: "http://127.0.0.1:1/" });
    expect(await attempted(story, (await aTest(id)).id, 1)).toMatchObject({
      status: "PENDING",
      attempts: [{ statusCode: null, response: null, error: "The connection was refused." }],
    });
  });

  it("shows failingSince until a delivery succeeds", async () => {
    receiver().answer = answerWith(500);
    const { id } = await anEndpoint();
    const { id: deliveryId } = await aTest(id);
    await attempted(story, deliveryId, 1);
    const get = async () =>
      (await story.done("webhookEndpoints.get", { webhookEndpointId: id })).webhookEndpoint;
    const { failingSince } = await get();
    receiver().answer = answerWith(200);
    service().clock.advance(6);
    await attempted(story, deliveryId, 2);

    expect(failingSince).toEqual(expect.any(String));
    expect((await get()).failingSince).toBeNull();
  });

  it("is disabled by 410, its pending deliveries fail, and no more are sent", async () => {
    receiver().answer = answerWith(500);
    const { id } = await anEndpoint();
    const waiting = await aTest(id);
    await attempted(story, waiting.id, 1);
    receiver().answer = answerWith(410);
    const gone = await attempted(story, (await aTest(id)).id, 1);

    const reason = "The endpoint answered 410 Gone, and was disabled.";
    expect(gone).toMatchObject({ status: "FAILED", reason, attempts: [{ statusCode: 410 }] });
    expect(await attempted(story, waiting.id, 1)).toMatchObject({ status: "FAILED", reason });
    const { webhookEndpoint } = await story.done("webhookEndpoints.get", { webhookEndpointId: id });
    expect(webhookEndpoint).toMatchObject({ status: "DISABLED", disabledReason: reason });
    const again = await story.call("webhookEndpoints.test", { webhookEndpointId: id });
    expect(again).toMatchObject({
      status: 409,
      body: { error: "Webhook endpoint is disabled." },
    });
  });

  it("is disabled after five days", async () => {
    receiver().answer = answerWith(500);
    const { id } = await anEndpoint();
    await attempted(story, (await aTest(id)).id, 1);
    // The second attempt is due then. Another delivery might be created before or after it disables the endpoint.
    service().clock.advance(5 * 86_400);

    const reason = "The endpoint did nothing but fail for five days, and was disabled.";
    await until(async () => {
      const shown = await story.done("webhookEndpoints.get", { webhookEndpointId: id });
      expect(shown.webhookEndpoint).toMatchObject({ status: "DISABLED", disabledReason: reason });
    });
  });
});

describe("redelivered", () => {
  it("one delivery arrives again under the same id, with a fresh schedule", async () => {
    const { id } = await anEndpoint();
    const delivery = await attempted(story, (await aTest(id)).id, 1);
    const { webhookDelivery } = await story.done("webhookDeliveries.redeliver", {
      webhookDeliveryId: delivery.id,
    });

    expect(webhookDelivery).toMatchObject({ id: delivery.id, status: "PENDING" });
    const [first, second] = await arrivals(receiver(), path, 2);
    expect(first?.headers["webhook-id"]).toBe(second?.headers["webhook-id"]);
    expect(await attempted(story, delivery.id, 2)).toMatchObject({ status: "DELIVERED" });
  });

  it("a period resends failed and missed events, and delivered ones only on request", async () => {
    const sessions = await Promise.all([1, 2, 3].map(() => story.aCheckoutSession()));
    const [arrives, fails, missed] = sessions.map(({ id }) => id);
    const from = service().clock.in(0);
    const { id } = await anEndpoint({ events: ["checkout_session.paid"] });
    const webhookEndpointId = id;
    await pay(arrives);
    await arrivals(receiver(), path, 1);
    receiver().answer = answerWith(410);
    await pay(fails);
    await arrivals(receiver(), path, 2);
    const list = async (query: object) =>
      (await story.done("webhookDeliveries.list", { endpointId: id, ...query })).webhookDeliveries;
    await until(async () => (await list({ status: "FAILED" })).length === 1);
    await pay(missed);
    receiver().answer = answerWith(204);
    await story.done("webhookEndpoints.update", { webhookEndpointId, status: "ENABLED" });

    const { redelivered, nextFrom } = await story.done("webhookEndpoints.redeliver", {
      webhookEndpointId,
      from,
    });
    const came = await arrivals(receiver(), path, 4);

    expect({ redelivered, nextFrom }).toEqual({ redelivered: 2, nextFrom: null });
    const told = came.map(({ body }) => JSON.parse(body).data.checkoutSession.id);
    expect(told.slice(0, 2)).toEqual([arrives, fails]);
    expect(told.slice(2).sort()).toEqual([fails, missed].sort());
    await until(async () => (await list({ status: "DELIVERED" })).length === 3);
    const all = await story.done("webhookEndpoints.redeliver", {
      webhookEndpointId,
      from,
      delivered: true,
    });
    expect(all.redelivered).toBe(3);
    await arrivals(receiver(), path, 7);
  });
});

it("reports a secret sealed with another key, and a rotation fixes it", async () => {
  const { id } = await anEndpoint();
  const { db } = service().parts;
  await db.webhookEndpoint.update({ where: { id }, data: { secret: "v1.00000000.a.b.c" } });
  const failed = await attempted(story, (await aTest(id)).id, 1);
  await story.done("webhookEndpoints.rotateSecret", { webhookEndpointId: id });
  await db.webhookEndpoint.update({ where: { id }, data: { previousSecretUntil: null } });
  service().clock.advance(6);

  expect(failed.attempts).toMatchObject([
    { statusCode: null, error: "The endpoint's secret cannot be read: rotate it." },
  ]);
  expect(await attempted(story, failed.id, 2)).toMatchObject({ status: "DELIVERED" });
});
