import fc from "fast-check";
import { expect, it } from "vitest";
import { seed } from "../harness/seed.ts";
import { payments, testKey, useService } from "../harness/service.ts";
import { call, newInvoice, newSubscriber, settled } from "../processes/calls.ts";
import { type HttpRequest, RawClient } from "./http.ts";
import type { Known } from "./known.ts";
import { linesRequests } from "./lines-requests.ts";
import { documentedOperations } from "./operations.ts";
import { pageRequests } from "./page-requests.ts";
import { restRequests } from "./rest-requests.ts";
import { trpcRequests } from "./trpc-requests.ts";
import { violationsIn } from "./violations.ts";

const service = useService(payments);

/** How many requests of each operation through each door. */
const requests = 2;
/** The number of concurrent requests. */
const callers = 8;

type Kind = readonly [name: string, requests: fc.Arbitrary<HttpRequest>];

const kindsFor = (known: Known): Kind[] => [
  ...documentedOperations.flatMap((operation): Kind[] => {
    const { name, line } = operation;
    return [
      [`REST ${name}`, restRequests(operation, known)],
      [`tRPC ${name}`, trpcRequests(operation, known)],
      ...(line === undefined
        ? []
        : [[`lines ${name}`, linesRequests(operation, line, known)] as const]),
    ];
  }),
  ["pages", pageRequests],
];

it("gives every generated request, made from the document and broken on purpose, a documented response", async () => {
  const client = new RawClient(service().url);
  const left = kindsFor(await newRecords()).flatMap(([name, arbitrary]) =>
    fc.sample(arbitrary, { numRuns: requests, seed }).map((request) => ({ name, request })),
  );
  const problems: string[] = [];
  const work = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const { name, request } = next;
      const answer = await client.send(request);
      for (const wrong of violationsIn(request, answer)) {
        problems.push(`${name}: ${wrong} ${request.method} ${request.target}`);
      }
    }
  };
  await Promise.all(Array.from({ length: callers }, work));
  client.close();

  expect(problems).toEqual([]);
  expect((await fetch(`${service().url}/health`)).status).toBe(200);
});

/** Creates records that belong together, one of each kind that requests name, and a key of their seller. */
async function newRecords(): Promise<Known> {
  const to = { url: service().url, key: testKey };
  const subscriber = await newSubscriber(to);
  const { serviceId, paymentPlanId, subscriptionId, userId } = subscriber;
  const make = async (path: string, body: object) => (await call(to, "POST", path, body)).body;
  const { ownerId } = (await call(to, "GET", `/services/${serviceId}`)).body.service;
  const { id: invoiceId } = await newInvoice(to, subscriber);
  const usage = { serviceId, subscriptionId, userId, invoiceId, eventKey: "first", quantity: "1" };
  const { usageEvent } = await make("/usage-events", usage);
  const { checkoutSession } = await make("/checkout-sessions", { serviceId, paymentPlanId });
  const endpoint = { url: "https://hooks.invalid/", ownerId };
  const { webhookEndpoint } = await make("/webhook-endpoints", endpoint);
  const { webhookDelivery } = await make(`/webhook-endpoints/${webhookEndpoint.id}/test`, {});
  const seller = await make("/api-keys", { name: "seller", userId: ownerId });
  const { apiKey } = await make("/api-keys", { name: "to be changed", userId: ownerId });
  return {
    keys: { platform: to.key, seller: seller.apiKey.secret },
    records: {
      ...subscriber,
      ...{ ownerId, invoiceId, eventId: webhookDelivery.eventId, apiKeyId: apiKey.id },
      usageEventId: usageEvent.id,
      checkoutSessionId: checkoutSession.id,
      webhookEndpointId: webhookEndpoint.id,
      webhookDeliveryId: webhookDelivery.id,
      settlementId: (await settled(to)).id,
    },
  };
}
